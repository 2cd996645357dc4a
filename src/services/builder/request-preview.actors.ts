/** Joins the chart of the request preview to the draft and to the dry run. */
import { fromCallback } from 'xstate'
import type { BuilderActor } from '../../machines/builder/draft/builder.machine.ts'
import { previewableOf, requestPreviewMachine } from '../../machines/builder/systems/request-preview.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { tryExamples } from './example-run.service.ts'

/** Follows the draft of a builder while the destination is edited. */
export const liveRequestPreviewMachine = (access: Access, builder: BuilderActor) =>
  requestPreviewMachine.provide({
    actors: {
      preview: actorFrom(({ record, ...of }, signal) => tryExamples(access, { ...of, examples: [record] }, signal), {
        limit: 15_000,
      }),
      watchDraft: fromCallback(({ sendBack }) => {
        const partsOf = () => {
          const { draft } = builder.getSnapshot().context
          return draft === null ? null : { config: draft.config, shapes: draft.shapes }
        }
        let known = partsOf()
        const { unsubscribe } = builder.subscribe(({ context: { draft } }) => {
          if (draft === null || (draft.config === known?.config && draft.shapes === known.shapes)) return
          known = partsOf()
          sendBack({ type: 'draft.changed', draft: previewableOf(draft) })
        })
        return unsubscribe
      }),
    },
  })
