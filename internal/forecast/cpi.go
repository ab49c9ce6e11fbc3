package forecast

import "math"

// firstCPIYear is the year of the first entry of cpi.
const firstCPIYear = 1913

// cpi is the United States consumer price index for all urban consumers (CPI-U, U.S.
// city average, all items, annual averages, 1982 to 1984 = 100), as the Bureau of
// Labor Statistics publishes it. A year before the first or after the last entry has
// that entry's index. Extending the table changes every model, so it is done with a
// release.
var cpi = [...]float64{
	9.9, 10.0, 10.1, 10.9, 12.8, 15.1, 17.3, // 1913
	20.0, 17.9, 16.8, 17.1, 17.1, 17.5, 17.7, 17.4, 17.1, 17.1, // 1920
	16.7, 15.2, 13.7, 13.0, 13.4, 13.7, 13.9, 14.4, 14.1, 13.9, // 1930
	14.0, 14.7, 16.3, 17.3, 17.6, 18.0, 19.5, 22.3, 24.1, 23.8, // 1940
	24.1, 26.0, 26.5, 26.7, 26.9, 26.8, 27.2, 28.1, 28.9, 29.1, // 1950
	29.6, 29.9, 30.2, 30.6, 31.0, 31.5, 32.4, 33.4, 34.8, 36.7, // 1960
	38.8, 40.5, 41.8, 44.4, 49.3, 53.8, 56.9, 60.6, 65.2, 72.6, // 1970
	82.4, 90.9, 96.5, 99.6, 103.9, 107.6, 109.6, 113.6, 118.3, 124.0, // 1980
	130.7, 136.2, 140.3, 144.5, 148.2, 152.4, 156.9, 160.5, 163.0, 166.6, // 1990
	172.2, 177.1, 179.9, 184.0, 188.9, 195.3, 201.6, 207.342, 215.303, 214.537, // 2000
	218.056, 224.939, 229.594, 232.957, 236.736, 237.017, 240.007, 245.120, 251.107, 255.657, // 2010
	258.811, 270.970, 292.655, 304.702, 313.689, 321.943, // 2020
}

// PriceYear is the year whose dollars are called real here: the last of the
// price index.
const PriceYear = firstCPIYear + len(cpi) - 1

// realDollars returns what one dollar of a year is worth in dollars of PriceYear.
func realDollars(year int) float64 {
	i := min(max(year-firstCPIYear, 0), len(cpi)-1)
	return cpi[len(cpi)-1] / cpi[i]
}

// Inflated returns an amount of US dollars of one year in dollars of another, as the price index
// has them: what a year before its first or after its last has is not changed.
func Inflated(amount int64, from, to int) int64 {
	if realDollars(from) == realDollars(to) {
		return amount
	}
	return int64(math.Round(float64(amount) * realDollars(from) / realDollars(to)))
}

// Priced returns an amount of US dollars of a year in dollars of PriceYear: what every sentence,
// picture and table says. It has three significant digits, since prices are no better known, or is
// as it was when the prices are the same.
func Priced(amount int64, year int) int64 {
	v := Inflated(amount, year, PriceYear)
	size := max(v, -v)
	if v == amount || size < 1000 {
		return v
	}
	scale := int64(math.Pow(10, math.Floor(math.Log10(float64(size)))-2))
	return int64(math.Round(float64(v)/float64(scale))) * scale
}

// priced writes an amount of a year in dollars of PriceYear.
func priced(amount int64, year int) string { return money(Priced(amount, year)) }

// lnReal returns the natural logarithm of an amount of a year in real dollars; NaN for
// an amount that is not known.
func lnReal(dollars int64, year int) float64 {
	if dollars <= 0 {
		return math.NaN()
	}
	return math.Log(float64(dollars)) + math.Log(realDollars(year))
}
