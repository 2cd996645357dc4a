/** Joins the charts of the split and of the sample records to the draft and to the engine. */
import { fromCallback } from 'xstate'
import type { BuilderActor } from '../../machines/builder/draft/builder.machine.ts'
import type { Draft } from '../../machines/builder/draft/draft.ts'
import { recordsSampleMachine, type SampleInput } from '../../machines/builder/records/records-sample.machine.ts'
import { splitMachine } from '../../machines/builder/records/split.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { tryFilterOn } from './filter.actors.ts'

/** What the sentence of the bar is made of. */
export const sampleOf = ({ config, shapes }: Draft): SampleInput => ({
  filter: config.records?.only ?? null,
  examples: shapes.source?.examples ?? [],
})

export const liveRecordsSampleMachine = (access: Access, builder: BuilderActor) =>
  recordsSampleMachine.provide({
    actors: {
      tryFilter: actorFrom((order, signal) => tryFilterOn(access, builder, order, signal)),
      watchDraft: fromCallback(({ sendBack }) => {
        const now = () => {
          const { draft } = builder.getSnapshot().context
          return draft === null ? null : sampleOf(draft)
        }
        let known = now()
        const { unsubscribe } = builder.subscribe(() => {
          const next = now()
          if (next === null || (next.examples === known?.examples && isSame(next.filter, known.filter))) return
          known = next
          sendBack({ type: 'draft.changed', ...next })
        })
        return unsubscribe
      }),
    },
  })

/** A saved draft has the filter as another object. */
const isSame = (one: SampleInput['filter'], other: SampleInput['filter']) =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

export const liveSplitMachine = (builder: BuilderActor) =>
  splitMachine.provide({
    actions: {
      tellSplit: (_, { split }) => {
        const { each: _before, ...others } = builder.getSnapshot().context.draft?.config.records ?? {}
        const records = split === null ? others : { ...others, each: split }
        builder.send({ type: 'user.changed', change: { config: { records } } })
      },
    },
  })
