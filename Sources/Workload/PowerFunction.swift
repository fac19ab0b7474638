import Glibc

/// `base` to the power of `exponent`; libm's `pow`.
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
