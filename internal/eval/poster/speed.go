package poster

import (
	"bytes"
	"image"
	"runtime"
	"slices"
	"time"

	"golang.org/x/image/draw"

	"kinodex/internal/poster/vision"
)

// Speed is what reading a poster of 1000×1500 costs on one core.
type Speed struct {
	Decode, Read           time.Duration // the best of several
	DecodeHalf, ReadHalf   time.Duration // their medians
	DecodeBytes, ReadBytes uint64        // allocated in all, an upper bound of what is held
	Rounds                 int
}

// Speed enlarges the set's first poster to 1000×1500, encodes it as a JPEG of quality
// 88 and reads it several times. It limits the whole process to one core meanwhile,
// so nothing else should run in it.
func (s *Set) Speed() (Speed, error) {
	const rounds = 15
	img, _, err := vision.Decode(s.Posters[0].Bytes, "")
	if err != nil {
		return Speed{}, err
	}
	large := image.NewRGBA(image.Rect(0, 0, 1000, 1500))
	draw.BiLinear.Scale(large, large.Bounds(), img, img.Bounds(), draw.Src, nil)
	var file bytes.Buffer
	if err := vision.EncodeJPEG(&file, large, 88); err != nil {
		return Speed{}, err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	reader := vision.NewReader()
	out := Speed{Rounds: rounds}
	var decode, read []time.Duration
	for range rounds {
		var a, b, c runtime.MemStats
		runtime.ReadMemStats(&a)
		began := time.Now()
		img, _, err := vision.Decode(file.Bytes(), "image/jpeg")
		if err != nil {
			return Speed{}, err
		}
		decode = append(decode, time.Since(began))
		runtime.ReadMemStats(&b)
		began = time.Now()
		reader.Read(img)
		read = append(read, time.Since(began))
		runtime.ReadMemStats(&c)
		out.DecodeBytes, out.ReadBytes = b.TotalAlloc-a.TotalAlloc, c.TotalAlloc-b.TotalAlloc
	}
	slices.Sort(decode)
	slices.Sort(read)
	out.Decode, out.Read, out.DecodeHalf, out.ReadHalf = decode[0], read[0], decode[rounds/2], read[rounds/2]
	return out, nil
}
