/** Joins the charts of public connectors and ready-made definitions to their calls. */
import { type LookedAt, type Publication, publicationMachine, type Theirs } from '../../machines/library/publication.machine.ts'
import { publicationRemovalMachine } from '../../machines/library/publication-removal.machine.ts'
import { templateMachine } from '../../machines/library/template.machine.ts'
import { isWritten } from '../../machines/library/written.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'
import { readPreview } from './take-away.service.ts'
import {
  forget,
  keep,
  publish,
  readPublished,
  readStoredPublication,
  readTemplate,
  removeTemplate,
  startTemplate,
} from './template.service.ts'

/** What is published changes seldom; milliseconds. */
const slowly = { delays: { refreshPause: 30_000 } }

/** A list of one; `query.templateId`. */
export const templateDetailsMachine = (access: Access) =>
  listOf(async ({ templateId }, signal) => {
    const template = await readTemplate(access, { templateId: String(templateId) }, signal)
    return { items: [template], total: 1 }
  }).provide(slowly)

/** A list of one: what others would see of a connector; `query.connectorId`. */
export const previewMachine = (access: Access) =>
  listOf(async ({ connectorId }, signal) => {
    const preview = await readPreview(access, { connectorId: String(connectorId) }, signal)
    return { items: [preview], total: 1 }
  }).provide(slowly)

export const liveTemplateMachine = (access: Access) =>
  templateMachine.provide({ actors: { startTemplate: actorFrom((input, signal) => startTemplate(access, input, signal)) } })

export const livePublicationMachine = (access: Access) =>
  publicationMachine.provide({
    actors: {
      publish: actorFrom((input, signal) => publish(access, input, signal)),
      readTheirs: actorFrom<Theirs, LookedAt>((input, signal) => readPublished(access, input, signal)),
    },
    actions: {
      keepInTab: (_, { own, connectorId, written, givenName }) => keep(own?.templateId, { own, connectorId, written, givenName }),
      forgetInTab: (_, { own }) => forget(own?.templateId),
    },
  })

export const livePublicationRemovalMachine = (access: Access) =>
  publicationRemovalMachine.provide({
    actors: { removeTemplate: actorFrom((input, signal) => removeTemplate(access, input, signal)) },
  })

/** What this tab kept of a publication, or a fresh one. */
export function restorePublication(fresh: Publication): Publication {
  const kept = readStoredPublication(fresh.own?.templateId)
  return isStoredPublication(kept)
    ? { ...kept, own: fresh.own && { ...fresh.own, revision: kept.own?.revision ?? fresh.own.revision } }
    : fresh
}

function isStoredPublication(kept: unknown): kept is Publication {
  const { connectorId, written } = Object(kept) as Partial<Record<keyof Publication, unknown>>
  return (connectorId === null || typeof connectorId === 'string') && isWritten(written)
}
