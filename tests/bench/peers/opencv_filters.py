"""OpenCV's calls that are Weft's filters. Each takes the source and a picture to write."""
import cv2
import numpy

EDGE = cv2.BORDER_REPLICATE


def gaussian(source, target):
    cv2.GaussianBlur(source, (19, 19), 3, target, 3, EDGE)


def box(source, target):
    cv2.blur(source, (9, 9), target, borderType=EDGE)


def median_3(source, target):
    cv2.medianBlur(source, 3, target)


def median_5(source, target):
    cv2.medianBlur(source, 5, target)


def bilateral(source, target):
    cv2.bilateralFilter(source, 13, 16, 3, target, EDGE)


def sobel(source, target):
    across = cv2.Sobel(source, cv2.CV_32F, 1, 0, scale=1 / 8, borderType=EDGE)
    down = cv2.Sobel(source, cv2.CV_32F, 0, 1, scale=1 / 8, borderType=EDGE)
    cv2.magnitude(across, down, target)


def dilate(source, target):
    cv2.dilate(source, numpy.ones((7, 7), numpy.uint8), target)


def resized(source, target, how):
    cv2.resize(source, (target.shape[1], target.shape[0]), target, interpolation=how)


def resize_linear(source, target):
    resized(source, target, cv2.INTER_LINEAR)


def resize_cubic(source, target):
    resized(source, target, cv2.INTER_CUBIC)


def resize_lanczos(source, target):
    resized(source, target, cv2.INTER_LANCZOS4)


def warp_affine(source, target):
    """Counter-clockwise about the middle, whose place is between pixels."""
    height, width = source.shape
    turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), 10, 1)
    cv2.warpAffine(source, turn, (width, height), target, cv2.INTER_LINEAR)


def warp_perspective(source, target):
    """Corners of the picture, not of its pixels' middles, go to the four points."""
    height, width = source.shape
    corners = numpy.float32([[0, 0], [width, 0], [width, height], [0, height]])
    pinned = numpy.float32([[0, 0], [0.8 * width, 0.1 * height], [width, height], [0, height]])
    half = numpy.float32([0.5, 0.5])
    pin = cv2.getPerspectiveTransform(corners - half, pinned - half)
    cv2.warpPerspective(source, pin, (width, height), target, cv2.INTER_LINEAR)
