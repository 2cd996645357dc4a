/** Joins the chart of a draft to its calls and to what the tab keeps of it. */
import { fromCallback } from 'xstate'

import type { Trigger } from '#contract/connectors/config/config.ts'
import type { ConnectorAndConfig } from '#contract/connectors/details/connector.ts'
import { builderMachine } from '../../machines/builder/draft/builder.machine.ts'
import { dailyTimeOf } from '../../machines/builder/draft/daily-time.ts'
import type { Draft } from '../../machines/builder/draft/draft.ts'
import { keptIn, type Opened, openedFrom } from '../../machines/builder/draft/opened.ts'
import { provideScheduleCheck } from '../../machines/builder/draft/schedule-check.ts'
import { withoutSecrets } from '../../machines/builder/draft/secrets.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { loadPart } from '../kit/page.ts'
import { forget, keep, readDraft, readKept, saveDraft, saveShapes, watchHiding } from './builder.service.ts'

/** Only an expression that says more than a time on days of the week needs the parser. */
async function loadScheduleCheck(trigger: Trigger): Promise<void> {
  if (!('cron' in trigger) || dailyTimeOf(trigger.cron) !== null) return
  const { checkRhythm } = await loadPart(() => import('#contract/connectors/config/rhythm.ts'))
  provideScheduleCheck(checkRhythm)
}

/** `owner`: what one person typed is never saved in the name of the next one at this tab. */
export const liveBuilderMachine = (access: Access, owner: string) =>
  builderMachine.provide({
    actors: {
      openDraft: actorFrom(async ({ connectorId }, signal): Promise<Opened> => {
        const { details, shapes } = await readDraft(access, { connectorId }, signal)
        const opened = openedFrom(draftOf(details, shapes), keptIn(readKept({ owner, connectorId })))
        await loadScheduleCheck(opened.draft.config.trigger)
        return opened
      }),
      readTheirs: actorFrom(async (input, signal) => {
        const { details, shapes } = await readDraft(access, input, signal)
        return draftOf(details, shapes)
      }),
      saveDraft: actorFrom(
        async ({ draft, saved }, signal) => {
          // The shapes first: they belong to no revision, so that another try after half a save is not a stale one.
          if (draft.shapes !== saved?.shapes) await saveShapes(access, draft, signal)
          const now = new Date().toISOString()
          if (saved !== null && draft.profile === saved.profile && draft.config === saved.config)
            return { ...draft, savedAt: now }
          return draftOf(await saveDraft(access, draft, signal), draft.shapes, now)
        },
        { late: 'connector/update-timeout' },
      ),
      watchLeaving: fromCallback(({ sendBack }) => watchHiding(() => sendBack({ type: 'browser.left' }))),
    },
    actions: {
      keepInTab: ({ context: { connectorId, draft } }) => {
        if (draft !== null) keep({ owner, connectorId }, withoutSecrets(draft))
      },
      forgetInTab: ({ context: { connectorId } }) => forget({ owner, connectorId }),
    },
  })

/** `savedAt` where it is known: the connector's own time moves with every pause. */
const draftOf = ({ connector, config }: ConnectorAndConfig, shapes: Draft['shapes'], savedAt?: string): Draft => ({
  connectorId: connector._id,
  revision: connector.revision,
  status: connector.status,
  liveVersion: connector.liveVersion,
  profile: {
    name: connector.name,
    integrationName: connector.integrationName,
    details: connector.details,
    connectorType: connector.connectorType,
  },
  config,
  shapes,
  ...(savedAt === undefined ? {} : { savedAt }),
})
