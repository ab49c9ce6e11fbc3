package encode

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"sync"
	"testing"

	"kinodex/internal/film"
)

type row struct {
	Name string          `json:"name"`
	Row  film.Raw[[]int] `json:"row"`
	More []row           `json:"more,omitempty"`
}

func TestRawIsCopiedWithTheAddress(t *testing.T) {
	v := row{"a <b> & \"c\"\n\u2028é", film.Raw[[]int]("[1, 2]"), []row{
		{"none", nil, nil}, {"address", film.Raw[[]int]("\"\x01/posters\""), nil}, {"bad", film.Raw[[]int]("{"), nil},
	}}
	const want = `before{"name":"a <b> & \"c\"\n` + "\u2028" + `é","row":[1, 2],"more":[` +
		`{"name":"none","row":null},{"name":"address","row":"https://h/posters"},{"name":"bad","row":{}]}`
	for range 3 {
		got, err := Append([]byte("before"), &v, "https://h")
		if err != nil || string(got) != want {
			t.Fatalf("%s, %v", got, err)
		}
	}
}

func TestAnyOtherEncoderChecksRaw(t *testing.T) {
	got, err := json.Marshal(row{"a", film.Raw[[]int]("[\"\x01/b\"]"), nil})
	if err != nil || string(got) != `{"name":"a","row":["/b"]}` {
		t.Errorf("%s, %v", got, err)
	}
	if got, err := json.Marshal(row{Row: film.Raw[[]int]("{")}); err == nil {
		t.Errorf("damaged: %s", got)
	}
}

func TestWhatCannotBeWrittenLeavesTheBufferAsItWas(t *testing.T) {
	got, err := Append([]byte("before"), []any{row{"a", film.Raw[[]int]("[]"), nil}, math.NaN()}, "")
	if err == nil || string(got) != "before" {
		t.Errorf("%s, %v", got, err)
	}
	if got, err := Append(nil, 1, ""); err != nil || string(got) != "1" {
		t.Errorf("after a failure: %s, %v", got, err)
	}
}

func TestRawIsFoundWhereverItIs(t *testing.T) {
	type inner struct{ R film.Raw[int] }
	type cyclic struct {
		Next *cyclic
		Last map[string][]*inner
	}
	for _, v := range []any{inner{}, &inner{}, []inner{}, map[string]inner{}, [1]any{}, cyclic{}} {
		if !mayHoldRaw(reflect.TypeOf(v)) {
			t.Errorf("%T may hold one", v)
		}
	}
	for _, v := range []any{nil, 1, "", struct{ A []int }{}, &struct{ A *[]map[int]string }{}} {
		if mayHoldRaw(reflect.TypeOf(v)) {
			t.Errorf("%T holds none", v)
		}
	}
}

func TestManyAtATime(t *testing.T) {
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			text := strings.Repeat("x", 1000*i)
			for range 200 {
				got, err := Append(nil, row{text, film.Raw[[]int](`"` + text + `"`), nil}, "")
				if err != nil || string(got) != `{"name":"`+text+`","row":"`+text+`"}` {
					t.Error(len(got), err)
				}
			}
		})
	}
	all.Wait()
}

func BenchmarkAppend(b *testing.B) {
	rows := make([]row, 200)
	for i := range rows {
		rows[i] = row{"a country", film.Raw[[]int](strings.Repeat("[0123456789]", 1000)), nil}
	}
	var buf []byte
	for b.Loop() {
		buf, _ = Append(buf[:0], rows, "https://kinodex.example")
	}
	b.SetBytes(int64(len(buf)))
}
