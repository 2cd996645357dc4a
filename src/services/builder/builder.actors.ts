/** Joins the chart of a draft to its calls and to what the tab keeps of it. */
import { fromCallback } from 'xstate'
import type { ConnectorConfig, Trigger } from '#contract/connectors/config/config.ts'
import { type DraftShapes, shapeEndpoints } from '#contract/connectors/config/shape.ts'
import { type ConnectorAndConfig, type ConnectorDetails, connectorEndpoints } from '#contract/connectors/details/connector.ts'
import { builderMachine } from '../../machines/builder/draft/builder.machine.ts'
import { dailyTimeOf } from '../../machines/builder/draft/daily-time.ts'
import type { Draft } from '../../machines/builder/draft/draft.ts'
import { type Opened, openedFrom, parseStoredDraft } from '../../machines/builder/draft/opened.ts'
import { provideScheduleCheck } from '../../machines/builder/draft/schedule-check.ts'
import { withoutSecrets } from '../../machines/builder/draft/secrets.ts'
import { actorFrom } from '../kit/actor.ts'
import { type Access, call, patient } from '../kit/api-client.ts'
import { loadPart } from '../kit/page.ts'

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
        const opened = openedFrom(draftOf(details, shapes), parseStoredDraft(readStoredDraft({ owner, connectorId })))
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

type ById = { readonly connectorId: string }

/** A draft with its shapes, read in one go. */
async function readDraft(
  access: Access,
  { connectorId }: ById,
  signal: AbortSignal,
): Promise<{ readonly details: ConnectorDetails; readonly shapes: DraftShapes }> {
  const params = { id: connectorId }
  const [details, shapes] = await Promise.all([
    call(connectorEndpoints.get, { access, params, signal }),
    call(shapeEndpoints.read, { access, params, signal }),
  ])
  return { details, shapes }
}

type Saved = ById & {
  readonly revision: number
  readonly profile: { readonly name: string; readonly integrationName: string; readonly details: string }
  readonly config: ConnectorConfig
}

/** Saves on the revision that it started from. One try: the builder tries again by itself. */
function saveDraft(
  access: Access,
  { connectorId, revision, profile, config }: Saved,
  signal: AbortSignal,
): Promise<ConnectorAndConfig> {
  const body = { revision, connector: profile, config }
  const patience = { ...patient, retries: 0 }
  return call(connectorEndpoints.update, { access, params: { id: connectorId }, body, signal, patience })
}

function saveShapes(
  access: Access,
  { connectorId, shapes }: ById & { readonly shapes: DraftShapes },
  signal: AbortSignal,
): Promise<DraftShapes> {
  return call(shapeEndpoints.save, {
    access,
    params: { id: connectorId },
    body: shapes,
    signal,
    patience: { ...patient, retries: 0 },
  })
}

type Place = ById & { readonly owner: string }
const keyOf = ({ owner, connectorId }: Place) => `draft:${owner}:${connectorId}`

/** What this tab kept of a draft, whatever it is; null when there is nothing or the browser keeps nothing. */
function readStoredDraft(place: Place): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(place)) ?? 'null')
  } catch {
    return null
  }
}

/** Never a secret. Storage that is full or forbidden costs the next load its last seconds, not this one. */
function keep(place: Place, draft: object): void {
  try {
    sessionStorage.setItem(keyOf(place), JSON.stringify(draft))
  } catch {
    // What is typed stays on the page.
  }
}

function forget(place: Place): void {
  try {
    sessionStorage.removeItem(keyOf(place))
  } catch {
    // Storage that is forbidden keeps nothing.
  }
}

/** Tells that the page is hidden, and so may be closed, until the returned function is called. */
function watchHiding(tell: () => void): () => void {
  const hear = () => {
    if (document.visibilityState === 'hidden') tell()
  }
  document.addEventListener('visibilitychange', hear)
  return () => document.removeEventListener('visibilitychange', hear)
}
