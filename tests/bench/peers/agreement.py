"""Whether two results are the same picture, within what each case allows and says why."""
import numpy


def compare(ours, theirs, allowed, outliers=0.0, margin=0):
    """Compares planes of samples in units of the peer's type. `margin` pixels are left out on every
    side, where the borders of the two differ; `outliers` is the share of samples that may differ by
    more than `allowed`. NaN agrees with NaN alone."""
    if ours.shape != theirs.shape:
        return {"agree": False, "why": f"ours has the shape {ours.shape}, theirs {theirs.shape}"}
    inside = (slice(None), slice(margin, ours.shape[1] - margin),
              slice(margin, ours.shape[2] - margin))
    a, b = ours[inside].astype(numpy.float64), theirs[inside].astype(numpy.float64)
    same = (a == b) | (numpy.isnan(a) & numpy.isnan(b))
    difference = numpy.where(same, 0.0, numpy.abs(a - b))
    difference[numpy.isnan(difference)] = numpy.inf
    beyond = float(numpy.mean(difference > allowed))
    return {"agree": beyond <= outliers, "largest": float(difference.max()),
            "mean": float(difference.mean()), "beyond": beyond, "allowed": allowed,
            "outliers": outliers, "margin": margin}
