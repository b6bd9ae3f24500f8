#!/usr/bin/env python3
"""Makes plate.exr: a lake at the golden hour, ray-traced, then exposed on grainy film and scanned.

    python3 make_plate.py [OUT.exr]          needs numpy and oiiotool (openimageio-tools)

Everything is seeded: the same numpy makes the same picture. The picture is committed; this script
records how it was made, and makes a clean plate with --no-grain.
"""

import pathlib
import struct
import subprocess
import sys
import tempfile

import numpy as np

WIDTH, HEIGHT, SAMPLES = 960, 540, 6
SUN = np.array([-0.80, 0.27, 0.28], np.float32)
SUN /= np.linalg.norm(SUN)
SUN_COLOUR = np.array([5.6, 3.5, 1.85], np.float32)
SKY_COLOUR = np.array([0.20, 0.31, 0.52], np.float32)  # what shadows are lit by
CELL = 0.16  # of the height map, in metres times ten
rng = np.random.default_rng(19680403)


def mix(a, b, t):
    return a + (b - a) * t


def smoothstep(lo, hi, v):
    t = np.clip((v - lo) / (hi - lo), 0, 1)
    return t * t * (3 - 2 * t)


def fractal(size, falloff, lowest=1.0):
    """A tileable picture of 1/f^falloff noise: mean 0, deviation 1."""
    f = np.fft.fftfreq(size) * size
    k = np.hypot(f[:, None], f[None, :])
    k[0, 0] = 1
    gain = np.where(k < lowest, 0, k**-falloff)
    n = np.fft.ifft2(np.fft.fft2(rng.standard_normal((size, size))) * gain).real
    return ((n - n.mean()) / n.std()).astype(np.float32)


def sample(picture, u, v):
    """Bilinear, tiling; u and v in samples."""
    size = picture.shape[0]
    iu, iv = np.floor(u), np.floor(v)
    fu, fv = (u - iu).astype(np.float32), (v - iv).astype(np.float32)
    i0, j0 = iu.astype(np.int64) % size, iv.astype(np.int64) % size
    i1, j1 = (i0 + 1) % size, (j0 + 1) % size
    return mix(
        mix(picture[j0, i0], picture[j0, i1], fu), mix(picture[j1, i0], picture[j1, i1], fu), fv
    )


def random_of(cell, salt):
    """A number in 0..1 for each integer: the same for the same cell."""
    h = (cell.astype(np.int64) * 374761393 + salt * 668265263) & 0xFFFFFFFF
    h = ((h ^ (h >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((h ^ (h >> 16)) & 0xFFFF).astype(np.float32) / 65535


DETAIL = fractal(1024, 1.15, 4)
CLOUD = fractal(1024, 1.55, 3)
WAVE = fractal(512, 1.3, 8)


def make_terrain(size=2048):
    """Peaks beyond the lake; the far shore is near z = 70."""
    ridge = 1 - np.abs(fractal(size, 2.6, 3)) * 0.9
    rough = fractal(size, 1.9, 6)
    z = (np.arange(size, dtype=np.float32) * CELL)[:, None]
    rise = smoothstep(66, 200, z)
    height = rise * (34 + 24 * ridge + 6 * rough) + smoothstep(62, 80, z) * (2.2 + 1.2 * rough)
    return np.where(z < 60, -3, height - 1.2).astype(np.float32)


TERRAIN = make_terrain()
# Central differences; the tile's seam lies outside the picture.
SLOPE_X = ((np.roll(TERRAIN, -1, 1) - np.roll(TERRAIN, 1, 1)) / (2 * CELL)).astype(np.float32)
SLOPE_Z = ((np.roll(TERRAIN, -1, 0) - np.roll(TERRAIN, 1, 0)) / (2 * CELL)).astype(np.float32)


def ground(x, z):
    return np.where(
        (z > 300) | (z < 0), -9, sample(TERRAIN, x / CELL + 700, np.clip(z, 0, 320) / CELL)
    )


def sky(d):
    """Radiance from direction d (n x 3), clouds lit from the sun's side."""
    up = np.clip(d[:, 1], 0.002, 1)
    toward = np.clip(d @ SUN, 0, 1)
    base = mix(
        np.array([0.92, 0.66, 0.47]), np.array([0.13, 0.25, 0.52]), (1 - np.exp(-up * 4.2))[:, None]
    )
    base = base + np.array([1.1, 0.55, 0.2]) * (toward**6)[:, None] * 0.7
    u, v = d[:, 0] / (up + 0.08) * 150, d[:, 2] / (up + 0.08) * 95
    here = sample(CLOUD, u, v) + 0.30 * sample(DETAIL, u * 5, v * 5)
    sunward = sample(CLOUD, u - 14, v + 5) + 0.30 * sample(DETAIL, u * 5 - 20, v * 5 + 8)
    cover = smoothstep(0.0, 1.9, here) * smoothstep(0.015, 0.16, d[:, 1])
    lit = np.clip(0.42 + (here - sunward) * 0.8, 0.08, 1.35)[:, None]
    cloud = lit * np.array([1.75, 1.22, 0.86]) + np.array([0.14, 0.17, 0.25])
    return mix(base, cloud, (cover * 0.86)[:, None]).astype(np.float32)


def haze(colour, d, distance, density=0.0019):
    toward = np.clip(d @ SUN, 0, 1)[:, None]
    air = np.array([0.42, 0.45, 0.55]) + np.array([0.85, 0.46, 0.2]) * toward**3
    return mix(air, colour, np.exp(-distance * density)[:, None]).astype(np.float32)


def march(o, d, far=330.0):
    """Distance to the terrain, or infinity; only rays that can meet it are followed."""
    t = np.maximum(4.0, np.where(d[:, 2] > 1e-3, (58 - o[:, 2]) / np.maximum(d[:, 2], 1e-3), far))
    hit = np.full(len(t), np.inf, np.float32)
    active = np.flatnonzero((d[:, 2] > 1e-3) & (t < far) & (d[:, 1] < 0.6))
    previous = t.copy()
    for _ in range(220):
        if not len(active):
            break
        p = o[active] + d[active] * t[active, None]
        above = p[:, 1] - ground(p[:, 0], p[:, 2])
        landed = active[above <= 0]
        lo, hi = previous[landed], t[landed]
        for _ in range(7):
            middle = 0.5 * (lo + hi)
            q = o[landed] + d[landed] * middle[:, None]
            below = q[:, 1] <= ground(q[:, 0], q[:, 2])
            lo, hi = np.where(below, lo, middle), np.where(below, middle, hi)
        hit[landed] = hi
        flying = (above > 0) & (t[active] < far)
        active, above = active[flying], above[flying]
        previous[active] = t[active]
        t[active] += np.maximum(0.12, 0.32 * above)
    return hit


def sunlight(p, reach=90.0):
    """How much of the sun reaches terrain points, with a penumbra that widens with distance."""
    light = np.ones(len(p), np.float32)
    t = 0.5
    while t < reach:
        q = p + SUN * t
        light = np.minimum(light, smoothstep(-0.02, 0.05, (q[:, 1] - ground(q[:, 0], q[:, 2])) / t))
        t *= 1.16
    return light


def shade_terrain(p):
    u, v = p[:, 0] / CELL + 700, np.clip(p[:, 2], 0, 320) / CELL
    bump = 0.16 * np.stack(
        [sample(DETAIL, u * 3.1, v * 3.1), sample(DETAIL, v * 3.1, u * 3.1 + 91)], 1
    )
    n = np.stack(
        [
            -sample(SLOPE_X, u, v) + bump[:, 0],
            np.ones(len(p), np.float32),
            -sample(SLOPE_Z, u, v) + bump[:, 1],
        ],
        1,
    )
    n /= np.linalg.norm(n, axis=1, keepdims=True)
    grain = sample(DETAIL, u * 0.7, v * 0.7)
    strata = 0.5 + 0.5 * np.sin(p[:, 1] * 2.2 + 2.5 * grain)
    rock = mix(np.array([0.20, 0.175, 0.16]), np.array([0.34, 0.29, 0.25]), strata[:, None])
    wood = mix(
        np.array([0.020, 0.040, 0.018]),
        np.array([0.075, 0.085, 0.030]),
        smoothstep(-1, 1.6, grain)[:, None],
    )
    flat = smoothstep(0.55, 0.80, n[:, 1] + 0.07 * grain)
    low = 1 - smoothstep(13, 24, p[:, 1] + 3 * grain)
    snow = smoothstep(27, 36, p[:, 1] + 4 * grain) * smoothstep(0.48, 0.66, n[:, 1] + 0.05 * grain)
    albedo = mix(
        mix(rock, wood, (flat * low)[:, None]), np.array([0.84, 0.87, 0.92]), snow[:, None]
    )
    sun = np.clip(n @ SUN, 0, 1) * sunlight(p)
    bounce = (0.55 + 0.45 * n[:, 1])[:, None] * SKY_COLOUR
    return albedo * (sun[:, None] * SUN_COLOUR * 0.75 + bounce)


def trees(x, y, row, tallest):
    """A row of conifers on its plane: coverage and how far each point lies towards the sun."""
    cover, side = np.zeros(len(x), bool), np.zeros(len(x), np.float32)
    pitch = tallest * 0.22
    for shift in (-1, 0, 1):
        cell = np.floor(x / pitch) + shift
        height = (
            tallest
            * (0.42 + 0.58 * random_of(cell, row * 7 + 1))
            * (random_of(cell, row * 7 + 4) > 0.12)
        )
        centre = (cell + 0.2 + 0.6 * random_of(cell, row * 7 + 2)) * pitch
        f = 1 - y / np.maximum(height, 1e-3)  # 0 at the top
        tier = f * (9 + 4 * random_of(cell, row * 7 + 3))
        ragged = sample(DETAIL, x / tallest * 260 + row * 37, y / tallest * 260)
        reach = height * 0.17 * f * (0.55 + 0.45 * (tier - np.floor(tier))) * (1 + 0.22 * ragged)
        inside = (f > 0) & (y > -0.5) & (np.abs(x - centre) < reach + 0.006 * height)
        side = np.where(
            inside & ~cover, np.clip((centre - x) / np.maximum(reach, 1e-3), -1, 1), side
        )
        cover |= inside
    return cover, side


def cabin(x, y):
    """On its plane, corner at the origin: colour and coverage."""
    wall = (x > 0) & (x < 4.6) & (y > 0) & (y < 2.1)
    roof = (
        (y >= 2.0) & (y < 4.0 - 0.05 * np.abs(x - 2.3)) & (np.abs(x - 2.3) < 2.9 - (y - 2.0) * 0.62)
    )
    chimney = (np.abs(x - 3.5) < 0.27) & (y > 3) & (y < 4.7)
    boards = 0.85 + 0.15 * (np.sin(y * 26) > -0.6)
    colour = np.zeros((len(x), 3), np.float32)
    colour[wall] = (np.array([0.34, 0.085, 0.05]) * boards[:, None])[wall]
    colour[roof] = np.array([0.085, 0.08, 0.09]) * (1.1 + 0.5 * (np.sin(y * 18) > 0))[roof][:, None]
    colour[chimney] = [0.30, 0.22, 0.19]
    for left in (0.55, 3.0):
        pane = (x > left) & (x < left + 1.05) & (y > 0.7) & (y < 1.7)
        frame = (np.abs(x - left - 0.525) < 0.05) | (np.abs(y - 1.2) < 0.05)
        colour[pane & ~frame] = [9.5, 5.2, 1.7]
        colour[pane & frame] = [0.7, 0.62, 0.5]
    door = (x > 1.95) & (x < 2.65) & (y > 0) & (y < 1.65)
    colour[door] = [0.06, 0.05, 0.05]
    return colour, wall | roof | chimney


def far_world(o, d):
    """What a ray sees beyond the water: sky, terrain, forest, cabin."""
    colour = sky(d)
    t = march(o, d)
    land = np.flatnonzero(np.isfinite(t))
    if len(land):
        colour[land] = haze(shade_terrain(o[land] + d[land] * t[land, None]), d[land], t[land])
    ahead = d[:, 2] > 1e-3
    for row, (z, tallest) in enumerate([(78, 7.5), (74, 6.5), (70.5, 7), (67.5, 5.5), (65, 6)]):
        t = (z - o[:, 2]) / np.where(ahead, d[:, 2], 1)
        x, y = o[:, 0] + d[:, 0] * t, o[:, 1] + d[:, 1] * t
        cover, side = trees(x, y - 0.2 * row / 5, row, tallest)
        clearing = (np.abs(x - 13) < 5.5) & (row > 1)
        bank = (y < 0.55 + 0.25 * sample(DETAIL, x * 4, x * 0 + z)) & (row == 4)
        cover = (cover & ~clearing | bank) & ahead
        tone = 0.75 + 0.35 * sample(DETAIL, x * 40, y * 40)
        leaf = np.array([0.030, 0.048, 0.022]) * tone[:, None]
        lit = np.clip(side * 0.7 + 0.35, 0, 1) * smoothstep(0.0, 4, y)
        shaded = leaf * (SKY_COLOUR * 1.3 + SUN_COLOUR * lit[:, None])
        colour[cover] = haze(shaded, d, t)[cover]
        if row == 3:
            surface, inside = cabin(x - 10.6, y - 0.35)
            glow = surface.max(1) > 0.65
            radiance = np.where(
                glow[:, None], surface, surface * (SKY_COLOUR * 0.9 + SUN_COLOUR * 0.36)
            )
            inside &= ahead
            colour[inside] = haze(radiance, d, t, 0.0015)[inside]
    return colour


def jetty(o, d):
    """Distance and colour of the planks and posts; infinity elsewhere."""
    best, colour = np.full(len(d), np.inf, np.float32), np.zeros((len(d), 3), np.float32)
    down = d[:, 1] < -1e-4
    t = np.where(down, (0.42 - o[:, 1]) / np.where(down, d[:, 1], -1), np.inf)
    x, z = o[:, 0] + d[:, 0] * np.where(down, t, 0), o[:, 2] + d[:, 2] * np.where(down, t, 0)
    lean = x + 0.16 * z  # runs away to the left
    board = np.floor(z / 0.24)
    gap = (z / 0.24 - board) < 0.055
    ends = 0.06 * (random_of(board, 5) - 0.5)
    top = down & (lean > -1.25 + ends) & (lean < 0.55 + ends) & (z > 0.5) & (z < 11.5) & ~gap
    fibre = sample(DETAIL, x * 14 + board * 31, z * 130) * 0.5 + 0.5 * sample(
        DETAIL, x * 50 + board * 31, z * 420
    )
    tone = (0.62 + 0.5 * random_of(board, 9)) * (1 + 0.20 * fibre)
    wood = np.array([0.27, 0.215, 0.165]) * np.maximum(tone, 0.15)[:, None]
    shadow = smoothstep(-0.06, 0.10, np.abs(np.mod(z + 0.42 * (lean + 1.25), 3.6) - 1.3) - 0.13)
    lit = SUN[1] * 1.15 * mix(0.12, 1, shadow)
    colour[top] = (wood * (SKY_COLOUR * 1.15 + SUN_COLOUR * lit[:, None]))[top]
    best[top] = t[top]
    for z0 in (2.9, 6.5, 10.1):
        for edge in (-1.34, 0.64):
            centre = edge - 0.16 * z0
            t = (z0 - o[:, 2]) / np.maximum(d[:, 2], 1e-3)
            x, y = o[:, 0] + d[:, 0] * t, o[:, 1] + d[:, 1] * t
            across = (x - centre) / 0.085
            post = (d[:, 2] > 1e-3) & (np.abs(across) < 1) & (y < 0.98) & (y > -2) & (t < best)
            facing = np.clip(-across * 0.8 + 0.45 * np.sqrt(np.clip(1 - across**2, 0, 1)), 0, 1)
            bark = (
                np.array([0.20, 0.155, 0.12])
                * (1 + 0.25 * sample(DETAIL, across * 12, y * 60 + z0 * 9))[:, None]
            )
            bark = np.where((y < 0.16)[:, None], bark * 0.4, bark)  # wet
            colour[post] = (bark * (SKY_COLOUR * 0.9 + SUN_COLOUR * (0.8 * facing)[:, None]))[post]
            best[post] = t[post]
            if z0 == 10.1 and edge > 0:  # the lantern
                lamp = (d[:, 2] > 1e-3) & (
                    ((x - centre) / 0.07) ** 2 + ((y - 1.08) / 0.10) ** 2 < 1
                )
                colour[lamp] = [34, 19, 6.5]
                best[lamp] = t[lamp]
    return best, colour


def trace(o, d):
    near, near_colour = jetty(o, d)
    down = d[:, 1] < -1e-4
    t = np.where(down, -o[:, 1] / np.where(down, d[:, 1], -1), np.inf)
    p = o + d * np.where(down, t, 0)[:, None]
    water = np.flatnonzero(down & (p[:, 2] < 64.6))
    colour = np.zeros_like(d)
    dry = np.setdiff1d(np.arange(len(d)), water)
    colour[dry] = far_world(o[dry], d[dry])

    q, r = p[water], d[water].copy()
    calm = 0.35 + 0.65 * smoothstep(-0.5, 1.2, sample(CLOUD, q[:, 0] * 5, q[:, 2] * 2.2))
    size = 0.030 * calm / (1 + 0.012 * t[water])
    slope_x = sample(WAVE, q[:, 0] * 26, q[:, 2] * 42) + 0.6 * sample(
        WAVE, q[:, 0] * 90, q[:, 2] * 120
    )
    slope_z = sample(WAVE, q[:, 2] * 40, q[:, 0] * 24 + 77) + 0.6 * sample(
        WAVE, q[:, 2] * 115, q[:, 0] * 85 + 31
    )
    n = np.stack([slope_x * size * 0.6, np.ones(len(q), np.float32), slope_z * size * 1.6], 1)
    n /= np.linalg.norm(n, axis=1, keepdims=True)
    facing = np.clip(-(r * n).sum(1), 0, 1)
    r -= 2 * (r * n).sum(1, keepdims=True) * n
    r[:, 1] = np.abs(r[:, 1])
    fresnel = (0.02 + 0.98 * (1 - facing) ** 5)[:, None]
    seen = far_world(q, r.astype(np.float32))
    reflected_near, reflected_colour = jetty(q, r.astype(np.float32))
    seen = np.where(np.isfinite(reflected_near)[:, None], reflected_colour, seen)
    depth = np.array([0.012, 0.034, 0.040]) * (SKY_COLOUR * 2 + SUN_COLOUR * 0.25)
    colour[water] = mix(depth, seen, np.minimum(fresnel * 1.25 + 0.06, 1))

    front = near < np.where(down, np.where(p[:, 2] < 64.6, t, np.inf), np.inf) + 1e-3
    return np.where((front & np.isfinite(near))[:, None], near_colour, colour)


def render():
    picture = np.zeros((HEIGHT, WIDTH, 3), np.float32)
    for _ in range(SAMPLES):
        x = (np.arange(WIDTH) + rng.random(WIDTH) - WIDTH / 2) / HEIGHT
        y = (np.arange(HEIGHT) + rng.random(HEIGHT) - HEIGHT * 0.565) / HEIGHT
        gx, gy = np.meshgrid(x, y)
        gx, gy = (
            gx + (rng.random(gx.shape) - 0.5) / HEIGHT,
            gy + (rng.random(gy.shape) - 0.5) / HEIGHT,
        )
        d = (
            np.stack([gx * 0.98, -gy * 0.98, np.ones_like(gx)], -1)
            .reshape(-1, 3)
            .astype(np.float32)
        )
        d /= np.linalg.norm(d, axis=1, keepdims=True)
        o = np.broadcast_to(np.array([0.25, 1.75, 0.0], np.float32), d.shape)
        picture += np.minimum(trace(o, d), 60).reshape(picture.shape)
    return picture / SAMPLES


def blurred(picture, sigma):
    """Gaussian, by its transform; the picture is padded with its edges."""
    pad = int(4 * sigma) + 1
    wide = np.pad(picture, pad, mode="edge")
    fy, fx = np.fft.fftfreq(wide.shape[0]), np.fft.rfftfreq(wide.shape[1])
    gain = np.exp(-2 * (np.pi * sigma) ** 2 * (fy[:, None] ** 2 + fx[None, :] ** 2))
    out = np.fft.irfft2(np.fft.rfft2(wide) * gain, wide.shape)
    return out[pad:-pad, pad:-pad].astype(np.float32)


def expose(picture):
    """Lens and emulsion before grain: softness, bloom, red halation, falling off to the corners."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    falloff = 1 / (1 + 0.22 * (((x / WIDTH - 0.5) * 1.78) ** 2 + (y / HEIGHT - 0.5) ** 2)) ** 2
    out = np.empty_like(picture)
    for c, (spread, halo) in enumerate([(9.0, 0.030), (7.0, 0.012), (5.0, 0.006)]):
        plane = picture[..., c]
        bright = np.maximum(plane - 1.2, 0)
        out[..., c] = (
            blurred(plane, 0.62) + halo * blurred(bright, spread) + 0.012 * blurred(bright, 28)
        )
    return out * falloff[..., None].astype(np.float32)


def grained(picture):
    """Film grain, in stops: strongest in the mid-tones and shadows, coarsest in the blue record,
    clumped over a few pixels, partly shared between the records."""
    stops = np.log2(np.maximum(picture @ np.array([0.25, 0.60, 0.15], np.float32), 1e-3) / 0.18)
    strength = 0.030 + 0.075 * np.exp(-(((stops + 1.6) / 3.0) ** 2))

    def field(sigma):
        fine = blurred(rng.standard_normal((HEIGHT, WIDTH)).astype(np.float32), sigma)
        clumps = blurred(rng.standard_normal((HEIGHT, WIDTH)).astype(np.float32), sigma * 2.6)
        return 0.88 * fine / fine.std() + 0.47 * clumps / clumps.std()

    shared = field(0.70)
    out = np.empty_like(picture)
    for c, (sigma, gain) in enumerate([(0.68, 1.0), (0.62, 0.85), (0.95, 1.55)]):
        grain = (0.45 * shared + 0.89 * field(sigma)) * gain * strength
        out[..., c] = (picture[..., c] + 0.002) * np.exp2(grain) - 0.002 + 0.0012 * grain
    return out


def scanned(picture):
    """Ten bits over the logarithm of exposure, 17 stops wide, as film scanners deliver."""
    low, high = np.log2(0.18) - 9.0, np.log2(0.18) + 8.0
    code = np.round((np.log2(np.maximum(picture, 2.0**low)) - low) / (high - low) * 1023)
    return np.exp2(np.clip(code, 0, 1023) / 1023 * (high - low) + low).astype(np.float32)


def write_exr(path, picture):
    """Uncompressed half scan lines; oiiotool compresses."""
    height, width, _ = picture.shape
    half = picture.astype("<f2")
    channels = (
        b"".join(n + b"\0" + struct.pack("<iBxxxii", 1, 0, 1, 1) for n in (b"B", b"G", b"R"))
        + b"\0"
    )
    box = struct.pack("<4i", 0, 0, width - 1, height - 1)

    def attribute(name, kind, data):
        return name + b"\0" + kind + b"\0" + struct.pack("<i", len(data)) + data

    head = struct.pack("<ii", 20000630, 2)
    head += attribute(b"channels", b"chlist", channels) + attribute(
        b"compression", b"compression", b"\0"
    )
    head += attribute(b"dataWindow", b"box2i", box) + attribute(b"displayWindow", b"box2i", box)
    head += attribute(b"lineOrder", b"lineOrder", b"\0") + attribute(
        b"pixelAspectRatio", b"float", struct.pack("<f", 1)
    )
    head += attribute(b"screenWindowCenter", b"v2f", struct.pack("<2f", 0, 0))
    head += attribute(b"screenWindowWidth", b"float", struct.pack("<f", 1)) + b"\0"
    row = width * 6
    first = len(head) + 8 * height
    offsets = struct.pack(f"<{height}Q", *(first + y * (row + 8) for y in range(height)))
    rows = b"".join(
        struct.pack("<ii", y, row) + half[y, :, ::-1].T.tobytes() for y in range(height)
    )
    path.write_bytes(head + offsets + rows)


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    out = pathlib.Path(arguments[0]) if arguments else pathlib.Path(__file__).with_name("plate.exr")
    picture = expose(render())
    if "--no-grain" not in sys.argv:
        picture = scanned(grained(picture))
    with tempfile.TemporaryDirectory() as folder:
        raw = pathlib.Path(folder) / "raw.exr"
        write_exr(raw, picture)
        subprocess.run(
            [
                "oiiotool",
                raw,
                "--nosoftwareattrib",
                "--eraseattrib",
                "Software|DateTime|.*ImageHistory",
                "--attrib",
                "ImageDescription",
                "A lake at the golden hour, made by make_plate.py",
                "--compression",
                "piz",
                "-o",
                out,
            ],
            check=True,
        )


main()
