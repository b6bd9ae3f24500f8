"""Pixels as numpy arrays, plane after plane, whose rows are aligned as Weft's pictures are."""
import numpy

from weft_effect import Picture

ALIGNMENT = 64


def padded(planes, height, width, dtype=numpy.float32):
    """Zeros. Rows begin at a multiple of 64 bytes and have at least 64 bytes behind them."""
    size = numpy.dtype(dtype).itemsize
    row = (-(-width * size // ALIGNMENT) + 1) * ALIGNMENT
    room = numpy.zeros(planes * height * row + ALIGNMENT, numpy.uint8)
    start = -room.ctypes.data % ALIGNMENT
    rows = room[start:start + planes * height * row].view(dtype)
    return rows.reshape(planes, height, row // size)[:, :, :width]


def padded_copy(array, dtype=None):
    """The same samples with padded rows; of planes, rows and columns."""
    result = padded(*array.shape, dtype or array.dtype)
    result[...] = array
    return result


def picture_of(array):
    """What Weft calls the array; it must stay alive as long as that is in use."""
    planes, height, width = array.shape
    return Picture(array.ctypes.data, array.itemsize, width, height, planes, array.strides[2],
                   array.strides[1], array.strides[0], array.dtype == numpy.float32)
