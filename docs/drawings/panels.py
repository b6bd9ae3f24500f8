"""The loops of a fused kernel, one below another: each a panel of the tile and the halo that it computes."""


class Panels:
    """Of elements `side` wide, from (left, top) on, `between` apart. Tiles lie below one another."""

    def __init__(self, kernel, side, left, top, between):
        self.kernel, self.side, self.left = kernel, side, left
        halos = [loop.halo for loop in kernel.loops]
        self.reach = max(halo[0] for halo in halos)
        self.heights = [kernel.tile_v + above + below for _, _, above, below in halos]  # in elements
        self.right = left + (max(halo[0] + halo[1] for halo in halos) + kernel.tile_u) * side
        self.tops, self.bottom = [], top - between
        for rows in self.heights:
            self.tops.append(self.bottom + between)
            self.bottom = self.tops[-1] + rows * side

    def corner(self, l, u, v):
        """Where element (u, v) of the tile lies in the panel of loop l."""
        return (self.left + (u + self.reach) * self.side,
                self.tops[l] + (v + self.kernel.loops[l].halo[2]) * self.side)
