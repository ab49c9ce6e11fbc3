package update

import (
	"bufio"
	"encoding/csv"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// seed is the one that rows to change are drawn with.
const seed = 1927

// counted are the columns of which a cell changes: votes and running times, in the layouts of
// the film database's daily files.
var counted = []string{"numVotes", "runtimeMinutes"}

// changeRows writes to another place a table in which a share of the rows has one more vote, or
// a minute more, and returns how many. It writes nothing when the file is no table packed as gzip
// with such a column, or no row was drawn.
func changeRows(from, to string, share float64) (changed int, err error) {
	if filepath.Ext(from) != ".gz" {
		return 0, nil
	}
	f, err := os.Open(from)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		return 0, err
	}
	in := bufio.NewReaderSize(unpacked, 1<<20)
	first, err := in.ReadString('\n')
	if err != nil && err != io.EOF {
		return 0, err
	}
	if !slices.ContainsFunc(counted, func(name string) bool { return strings.Contains(first, name) }) {
		return 0, nil
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return 0, err
	}
	out, err := os.Create(to)
	if err != nil {
		return 0, err
	}
	packed, err := gzip.NewWriterLevel(out, gzip.BestSpeed)
	if err != nil {
		return 0, errors.Join(err, out.Close())
	}
	all := io.MultiReader(strings.NewReader(first), in)
	d := drawing{rand.New(rand.NewPCG(seed, 1)), share}
	if strings.Contains(first, "\t") {
		changed, err = d.tabs(packed, bufio.NewReaderSize(all, 1<<20))
	} else {
		changed, err = d.commas(packed, all)
	}
	if err = errors.Join(err, packed.Close(), out.Close()); err == nil && changed == 0 {
		err = os.Remove(to)
	}
	return changed, err
}

// drawing decides which rows change.
type drawing struct {
	random *rand.Rand
	share  float64
}

// change adds one to the cell of a row, if the row is drawn and has a number there.
func (d drawing) change(cells []string, column int) bool {
	if d.random.Float64() >= d.share || column < 0 || column >= len(cells) {
		return false
	}
	n, err := strconv.Atoi(cells[column])
	if err != nil {
		return false
	}
	cells[column] = strconv.Itoa(n + 1)
	return true
}

// column is where the first line of a table has a number that changes; -1 when nowhere.
func column(names []string) int {
	return slices.IndexFunc(names, func(name string) bool { return slices.Contains(counted, name) })
}

// tabs copies a table whose cells have tabs between them, and quotes that mean nothing.
func (d drawing) tabs(to io.Writer, from *bufio.Reader) (changed int, err error) {
	at := -1
	for n := 0; ; n++ {
		line, err := from.ReadString('\n')
		if line != "" {
			cells := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
			if n == 0 {
				at = column(cells)
			} else if d.change(cells, at) {
				changed++
			}
			if _, err := io.WriteString(to, strings.Join(cells, "\t")+"\n"); err != nil {
				return changed, err
			}
		}
		if err == io.EOF {
			return changed, nil
		}
		if err != nil {
			return changed, err
		}
	}
}

// commas copies a table whose cells have commas between them.
func (d drawing) commas(to io.Writer, from io.Reader) (changed int, err error) {
	in, out := csv.NewReader(from), csv.NewWriter(to)
	in.LazyQuotes, in.FieldsPerRecord, in.ReuseRecord = true, -1, true
	at := -1
	for n := 0; ; n++ {
		cells, err := in.Read()
		if err == io.EOF {
			out.Flush()
			return changed, out.Error()
		}
		if err != nil {
			return changed, err
		}
		if n == 0 {
			at = column(cells)
		} else if d.change(cells, at) {
			changed++
		}
		if err := out.Write(cells); err != nil {
			return changed, err
		}
	}
}
