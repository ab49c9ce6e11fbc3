package source

import (
	"bytes"
	"regexp"
	"unicode/utf8"

	"kinodex/internal/film"
)

// leastMoney is the least amount that is taken for a sum, in any currency. Sources often
// hold 1, 12 or 100, typed where millions were meant or where nothing was known.
const leastMoney = 1_000

// mostMoney is the greatest amount that is taken for a sum, in any currency.
const mostMoney = 1_000_000_000_000

// money reads a sum: "$425,000,000", "237000000", "0.0", "€1,200 (estimated)",
// "FRF 30,000,000". A sum without a mark is in the given currency; "" means
// that it cannot be known, and the sum is left out. Zero, junk below
// leastMoney and unknown currencies are not stated, and counted.
// The result is in whole units of the currency; fractions are cut off. The zero amount means
// not stated.
func (s *sink) money(b []byte, unmarked string) film.Amount {
	b = bytes.TrimSpace(bytes.TrimSuffix(b, []byte("(estimated)")))
	if len(b) == 0 {
		return film.Amount{}
	}
	first := bytes.IndexAny(b, "0123456789")
	if first < 0 {
		s.repaired("money_unreadable")
		s.failed()
		return film.Amount{}
	}
	currency := unmarked
	if mark := bytes.Trim(b[:first], " \u00a0"); len(mark) > 0 {
		currency = currencyOf(mark)
	}
	f, ok := number(bytes.TrimRight(b[first:], " \u00a0"))
	switch {
	case !ok || f < 0 || f > mostMoney:
		s.repaired("money_unreadable")
		s.failed()
	case f == 0:
		s.repaired("money_zero")
	case f < leastMoney:
		s.repaired("money_junk")
	case currency == "":
		s.repaired("money_currency_unknown")
	default:
		return film.Amount{Amount: int64(f), Currency: currency}
	}
	return film.Amount{}
}

// dollars is money of a source that writes US dollars without a mark. A sum with another
// mark keeps its currency.
func (s *sink) dollars(b []byte) film.Amount { return s.money(b, "USD") }

// currencyOf returns the ISO 4217 code of a mark before a sum, which may be a code itself;
// "" when unknown.
func currencyOf(mark []byte) string {
	if code, ok := currencyMarks[string(mark)]; ok {
		return code
	}
	if len(mark) == 3 && utf8.Valid(mark) && currencies[string(mark)] {
		return string(mark)
	}
	return ""
}

// currencyMarks maps what stands before a sum to the code of ISO 4217. Marks that several
// currencies share have the one that sources mean by them: $ is USD, ¥ is JPY.
var currencyMarks = map[string]string{
	"$": "USD", "US$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "JP¥": "JPY", "₹": "INR", "₩": "KRW",
	"₪": "ILS", "₱": "PHP", "₫": "VND", "CA$": "CAD", "CA": "CAD", "A$": "AUD", "A": "AUD", "NZ$": "NZD", "NZ": "NZD",
	"HK$": "HKD", "HK": "HKD", "R$": "BRL", "R": "BRL", "MX$": "MXN", "MX": "MXN", "NT$": "TWD", "NT": "TWD",
	"CN¥": "CNY", "EC$": "XCD", "FCFA": "XAF", "F CFA": "XOF", "CFPF": "XPF", "฿": "THB", "₺": "TRY",
	"₽": "RUB", "zł": "PLN",
}

// currencies are the codes accepted as they stand, today's and those that
// budgets of older films are written in.
var currencies = words(`AED AFN ALL AMD ARS ATS AUD AZN BAM BDT BEF BGL BGN BHD BND BOB BRL BYR
	CAD CHF CLP CNY COP CRC CSK CUP CYP CZK DDM DEM DKK DOP DZD EEK EGP ESP ETB EUR FIM FJD FRF
	GBP GEL GHS GRD GTQ HKD HNL HRK HUF IDR IEP ILS INR IQD IRR ISK ITL JMD JOD JPY KES KGS KHR
	KPW KRW KWD KZT LAK LBP LKR LTL LUF LVL LYD MAD MDL MGA MKD MMK MNT MTL MUR MVR MXN MYR MZM
	NAD NGN NIO NLG NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PTE PYG QAR ROL RON RSD RUB RUR RWF
	SAR SDD SEK SGD SIT SKK SUR SYP THB TJS TMM TND TRL TRY TTD TWD TZS UAH UGX USD UYU UZS VEB
	VEF VND XAF XOF XPF YER YUM YUN ZAR ZMK ZWD`)

// millions is how one table writes grosses of a thousand millions and more:
// "1,131.6".
var millions = regexp.MustCompile(`^\d,\d{3}\.\d$`)
