"""How far two orders of the same things agree: Spearman's coefficient."""

import math


def ranks(values):
    """The place of each value in ascending order, from 1; equal ones share the mean of theirs."""
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0.0] * len(values)
    first = 0
    while first < len(order):
        end = first + 1
        while end < len(order) and values[order[end]] == values[order[first]]:
            end += 1
        for i in range(first, end):
            result[order[i]] = (first + 1 + end) / 2
        first = end
    return result


def rank_correlation(a, b):
    """1 where both orders are the same, -1 where one is the other backwards; None where there is no
    order: fewer than two values, or all equal."""
    ra, rb = ranks(a), ranks(b)
    mean = (len(a) + 1) / 2
    both = sum((x - mean) * (y - mean) for x, y in zip(ra, rb))
    of_a = sum((x - mean) ** 2 for x in ra)
    of_b = sum((y - mean) ** 2 for y in rb)
    return both / math.sqrt(of_a * of_b) if of_a > 0 and of_b > 0 else None
