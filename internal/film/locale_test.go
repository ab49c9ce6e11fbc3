package film

import (
	"encoding/json"
	"strings"
	"testing"
)

// REQ F2-148
func TestLocalesAreLanguagesOfISO639(t *testing.T) {
	for tag, ok := range map[string]bool{
		"pt": true, "pt-BR": true, "PT_br": true, "zh-Hant-TW": true, "": false, "und": false, "und-JP": false, "zz": false, "yue": false, "cmn": false,
		"portuguese": false, "x-pt": false, "pt-": false, "\x00": false, strings.Repeat("a", 1<<20): false, "*": false,
	} {
		if _, got := ParseLocale(tag); got != ok {
			t.Errorf("%.20q: %v", tag, got)
		}
	}
}

// REQ F2-148: a record of a view gets the title of a locale, is still one of which every field is found,
// and stays as it is where there is no such title.
func TestARecordGetsTheTitleOfALocale(t *testing.T) {
	f := heat()
	f.Titles = append(f.Titles, Title{Title: `"Жара" \ 2`, Language: Known("uk"), Source: "filmdb"})
	ukrainian, _ := ParseLocale("uk")
	swahili, _ := ParseLocale("sw")
	detail := record(t, Detail, f)
	for _, v := range Views {
		before := record(t, v, f)
		if got := before.Localized(swahili, detail); string(got.JSON) != string(before.JSON) {
			t.Errorf("%s: without a title it is %s", v, got.JSON)
		}
		got := before.Localized(ukrainian, detail)
		if v == Flat {
			if string(got.JSON) != string(before.JSON) {
				t.Errorf("the flat view is changed: %s", got.JSON)
			}
			continue
		}
		if got.Text(titleField) != `"Жара" \ 2` || got.Text(originalField) != f.titleAtHome() {
			t.Errorf("%s: %q, originally %q", v, got.Text(titleField), got.Text(originalField))
		}
		for i := range v.Fields() {
			if i != titleField && i != originalField && string(got.Value(i)) != string(before.Value(i)) {
				t.Errorf("%s: %s is %s, was %s", v, v.Fields()[i], got.Value(i), before.Value(i))
			}
		}
		if whole := got.AppendTo(nil, nil, "http://h"); !json.Valid(whole) {
			t.Errorf("%s: %s", v, whole)
		}
	}
	for cut := range len(detail.JSON) {
		damaged := Record{JSON: detail.JSON[:cut], Ends: detail.Ends}
		damaged.Localized(ukrainian, damaged) // without a panic
	}
}
