package wire

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"kinodex/internal/param"
)

// CSV reports whether the answer is to be CSV: the route has that, and the client prefers it
// to JSON.
func (x *Exchange) CSV() bool { return x.csv }

// prefersCSV reports whether an Accept header (RFC 9110 12.5.1) gives CSV a greater weight than
// JSON, or the same weight where it names CSV and JSON is only among anything else. A client
// that names both with one weight gets JSON.
func prefersCSV(accept []string) bool {
	if len(accept) == 0 {
		return false
	}
	csv, json := -1.0, -1.0 // not named
	var csvFit, jsonFit int
	for item := range strings.SplitSeq(strings.Join(accept, ","), ",") {
		media, params, _ := strings.Cut(item, ";")
		media = strings.ToLower(strings.TrimSpace(media))
		q := quality(params)
		better(media, "text/csv", q, &csv, &csvFit)
		better(media, "application/json", q, &json, &jsonFit)
	}
	return csv > 0 && (csv > json || csv == json && csvFit == named && jsonFit < named)
}

// named is how closely a range fits that is the media type itself: 1 is anything, 2 the group.
const named = 3

// better takes a range's weight for a media type when the range names it more closely than
// those before did.
func better(media, of string, q float64, best *float64, fit *int) {
	group, _, _ := strings.Cut(of, "/")
	for closeness, name := range []string{"*/*", group + "/*", of} {
		if media == name && closeness+1 > *fit {
			*best, *fit = q, closeness+1
		}
	}
}

// quality returns the weight among the parameters of a media range.
func quality(params string) float64 {
	for p := range strings.SplitSeq(params, ";") {
		if name, _, _ := strings.Cut(strings.TrimSpace(p), "="); strings.EqualFold(strings.TrimSpace(name), "q") {
			return weight(p)
		}
	}
	return 1
}

// AnswerCSV sends rows of CSV with status 200 and the bill. What the meta of a list would
// say of all matches stands in headers: how many there are and, unless cursor is nil, where
// the next page is.
func (x *Exchange) AnswerCSV(rows []byte, total int, cursor *string) {
	h := x.Header()
	h["X-Total-Count"] = x.value(strconv.Itoa(total))
	if cursor != nil {
		h["X-Next-Cursor"] = x.value(*cursor)
		if x.R.Method != http.MethodPost {
			h["Link"] = x.value("<" + x.nextPage(*cursor) + `>; rel="next"`)
		}
	}
	x.bill()
	x.send(contentCSV, http.StatusOK, rows)
}

// nextPage returns the address of the page that begins at a cursor: what was asked, without
// keys and marks of trackers.
func (x *Exchange) nextPage(cursor string) string {
	asked := url.Values{}
	for name, raw := range param.Pairs(question(x.R.URL.RawQuery)) {
		if value, ok := param.Unescape(raw); ok {
			asked.Set(name, value)
		}
	}
	asked.Set("cursor", cursor)
	return x.Base() + x.R.URL.EscapedPath() + "?" + asked.Encode()
}
