package research

import (
	"kinodex/internal/pack"
	"kinodex/internal/tiermodel"
)

// TrainedModel is the tier model of a file, which the file of the same scripts may take over:
// learning it is most of what it costs to write one. It is nothing when the scripts were too
// few.
type TrainedModel struct{ model *tiermodel.Model }

// Learned returns what the file learned. It may be used after Close.
func (x *Set) Learned() *TrainedModel {
	if x.tier == nil {
		return &TrainedModel{}
	}
	return &TrainedModel{x.tier.Model}
}

// TakeOver has Write use a tier model that was learned before, if it was learned from the same
// scripts with the same parameters. l may be nil.
func (b *Builder) TakeOver(l *TrainedModel) { b.before = l }

// Write writes a section for ReadLearned; errors stay in w.
func (l *TrainedModel) Write(w *pack.Writer) {
	var model []byte
	if l.model != nil {
		model = l.model.Encode()
	}
	pack.PutSection(w, sectionModel, model)
}

// ReadLearned reads what TrainedModel.Write wrote. Errors stay in r.
func ReadLearned(r *pack.Reader) *TrainedModel {
	return &TrainedModel{readTierModel(r)}
}
