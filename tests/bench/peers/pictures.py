"""The pictures that all contenders get: made from a seed, with edges, gradients, texture and noise, as
photographs have. Planes of rows of samples."""
import numpy

WIDTH, HEIGHT = 2560, 1536


def photograph(width=WIDTH, height=HEIGHT, planes=3, seed=1):
    """Values from 0 to 1: discs and bars before gradients and waves, with noise of four codes."""
    random = numpy.random.default_rng(seed)
    y, x = numpy.mgrid[0:height, 0:width].astype(numpy.float32)
    result = numpy.empty((planes, height, width), numpy.float32)
    for plane in range(planes):
        a, b, c = random.uniform(0.2, 1.0, 3)
        result[plane] = (0.25 + 0.25 * a * x / width + 0.2 * b * y / height
                         + 0.08 * numpy.sin(x * 0.013 * (1 + c)) * numpy.cos(y * 0.021))
    for _ in range(60):
        cx, cy = random.uniform(0, width), random.uniform(0, height)
        radius = random.uniform(0.01, 0.12) * height
        colour = random.uniform(0.0, 1.0, planes).astype(numpy.float32)
        x0, x1 = max(int(cx - radius), 0), min(int(cx + radius) + 1, width)
        y0, y1 = max(int(cy - radius), 0), min(int(cy + radius) + 1, height)
        here = (x[y0:y1, x0:x1] - cx) ** 2 + (y[y0:y1, x0:x1] - cy) ** 2 < radius * radius
        for plane in range(planes):
            result[plane, y0:y1, x0:x1][here] = colour[plane]
    result += random.uniform(-4 / 255, 4 / 255, result.shape).astype(numpy.float32)
    return numpy.clip(result, 0.0, 1.0)


def coded(picture, dtype):
    """The picture as the whole numbers that files store."""
    return numpy.rint(picture * numpy.iinfo(dtype).max).astype(dtype)


def colours():
    return [photograph()]


def grey():
    return [photograph(planes=1)]


def colours_u8():
    return [coded(photograph(), numpy.uint8)]


def colours_u16():
    return [coded(photograph(), numpy.uint16)]


def grey_u16():
    return [coded(photograph(planes=1), numpy.uint16)]


def twelve_bits():
    """Sums of three fit 16 bits."""
    return [numpy.rint(photograph(planes=1) * 4095).astype(numpy.uint16)]


def holes():
    """Colours and alpha: one block of 16 x 16 pixels in eight is opaque, and a large hole is empty."""
    random = numpy.random.default_rng(7)
    picture = photograph(planes=4)
    blocks = random.random((HEIGHT // 16, WIDTH // 16)) < 0.125
    picture[3] = numpy.kron(blocks, numpy.ones((16, 16)))
    picture[3, 600:900, 900:1400] = 0
    return [picture]


def mosaic():
    """Ten bits of green, red, blue and green in turn: 2592 x 1968."""
    full = numpy.rint(photograph(2592, 1968) * 1023).astype(numpy.uint16)
    result = full[1].copy()
    result[0::2, 1::2] = full[0, 0::2, 1::2]
    result[1::2, 0::2] = full[2, 1::2, 0::2]
    return [result[None]]


def stereo():
    """A left and a right eye's picture, whose lower parts are nearer: 640 x 384."""
    left = photograph(640 + 64, 384)
    right = numpy.empty_like(left)
    for row in range(384):
        right[:, row] = numpy.roll(left[:, row], 8 + row // 12, axis=1)
    cut = slice(0, 640)
    return [coded(numpy.ascontiguousarray(eye[:, :, cut]), numpy.uint8) for eye in (left, right)]


def matrices(size=1024):
    random = numpy.random.default_rng(3)
    return [random.uniform(-1, 1, (1, size, size)).astype(numpy.float32) for _ in range(2)]


LAYER = {"planes": 64, "width": 100, "height": 80, "batches": 5}


def layer():
    """A layer's pictures, one after another, its filters as Weft has them, and its bias."""
    random = numpy.random.default_rng(5)
    n = LAYER["planes"]
    batches = [random.uniform(-1, 1, (n, LAYER["height"], LAYER["width"])).astype(numpy.float32)
               for _ in range(LAYER["batches"])]
    weights = random.uniform(-1, 1, (n, 3 * n, 3)).astype(numpy.float32)
    bias = random.uniform(-1, 1, (n, 1, 1)).astype(numpy.float32)
    return [*batches, weights, bias]
