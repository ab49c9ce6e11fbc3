package app

import (
	"context"
	"crypto/sha256"

	"kinodex/internal/access"
	"kinodex/internal/research"
	"kinodex/internal/screenplay"
)

// CompareQuestion asks what changed from one draft of a screenplay to the next.
type CompareQuestion struct{ Before, After Draft }

// Compared answers it. It is independent of the visit.
type Compared struct {
	*research.Comparing
	before, after *Analysis
}

// Compare measures two drafts and tells which changes are more than small edits
// make.
func (v *Visit) Compare(ctx context.Context, q CompareQuestion) (*Compared, error) {
	if err := v.enter(ctx, access.Needs.Analyze, func() error { return q.check(ctx, v.app.reader) }); err != nil {
		return nil, err
	}
	if err := v.readPDFs(ctx, &q.Before, &q.After); err != nil {
		return nil, err
	}
	before, err := v.analyze(ctx, &q.Before)
	if err != nil {
		return nil, err
	}
	after, err := v.analyze(ctx, &q.After)
	if err != nil {
		return nil, err
	}
	return &Compared{v.library.Research.Compare(before.Analysis, after.Analysis), before, after}, nil
}

func (q *CompareQuestion) check(ctx context.Context, reader screenplay.Reader) error {
	if err := q.Before.check(ctx, reader); err != nil {
		return err
	}
	return q.After.check(ctx, reader)
}

// AppendData appends the comparison as a JSON object, with a receipt whose text
// digest is that of the two drafts' digests, one after the other.
func (c *Compared) AppendData(dst []byte) []byte {
	start := len(dst)
	return c.before.receipts.appendReceipt(c.AppendJSON(dst), start, both(c.before.text, c.after.text), c.before.Model)
}

// both is the digest of two digests.
func both(a, b [sha256.Size]byte) [sha256.Size]byte {
	return sha256.Sum256(append(a[:], b[:]...))
}
