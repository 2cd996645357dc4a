/** Joins the machines of API keys to their calls. */

import { type ApiKey, type ApiKeyForm, apiKeyEndpoints, type NewApiKey } from '#contract/settings/api-keys.ts'
import { apiKeyMachine } from '../../machines/settings/api-key.machine.ts'
import { keyFormOf } from '../../machines/settings/api-key-entry.ts'
import type { SavedEntry, Subject } from '../../machines/settings/secret-entry.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { copyText } from '../kit/clipboard.service.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { listOf } from '../kit/list.actors.ts'
import { call } from './settings-call.ts'

type Announced = { readonly saved: (it: SavedEntry) => void; readonly copied: () => void }

async function saveKey(
  access: Access,
  subject: Subject,
  form: ReturnType<typeof keyFormOf>,
  signal: AbortSignal,
): Promise<SavedEntry> {
  if (subject !== null) {
    const { name } = await changeApiKey(access, subject.id, { ...form, revision: subject.revision }, signal)
    return { name, secret: null }
  }
  const { apiKey, secret } = await createApiKey(access, form, signal)
  return { name: apiKey.name, secret }
}

async function replaceKey(access: Access, id: string, signal: AbortSignal): Promise<SavedEntry> {
  const { apiKey, secret } = await replaceApiKey(access, id, signal)
  return { name: apiKey.name, secret }
}

export const apiKeyListMachine = (access: Access) => listOf((_, signal) => listApiKeys(access, signal))

export const apiKeyMachineFor = (access: Access, { saved, copied }: Announced) =>
  apiKeyMachine.provide({
    actors: {
      saveEntry: actorFrom(({ subject, entry }, signal) => saveKey(access, subject, keyFormOf(entry), signal)),
      replaceSecret: actorFrom(({ id }, signal) => replaceKey(access, id, signal)),
      copySecret: actorFrom(({ secret }) => copyText(secret)),
    },
    actions: { announceSaved: (_, it) => saved(it.saved), announceCopied: copied },
  })

/** Deletes a key, or switches it off. */
export const apiKeyEndingMachine = (access: Access, announce: (kind: string) => void) =>
  confirmedActionOf({
    act: ({ kind, id }, signal): Promise<unknown> =>
      kind === 'switchOff' ? switchOffApiKey(access, id, signal) : deleteApiKey(access, id, signal),
    announce: ({ kind }) => announce(kind),
  })

/** One try: a key whose reply was lost would be created twice. */
const patience = { retries: 0, backoffCap: 0 }

/** All keys of the company, newest first. */
async function listApiKeys(access: Access, signal: AbortSignal): Promise<{ items: readonly ApiKey[]; total: number }> {
  const { data, total } = await call(apiKeyEndpoints.list, { access, signal })
  return { items: data, total }
}

const createApiKey = (access: Access, body: ApiKeyForm, signal: AbortSignal): Promise<NewApiKey> =>
  call(apiKeyEndpoints.create, { access, body, signal, patience })

const changeApiKey = (access: Access, id: string, body: ApiKeyForm & { revision: number }, signal: AbortSignal) =>
  call(apiKeyEndpoints.update, { access, params: { id }, body, signal })

const replaceApiKey = (access: Access, id: string, signal: AbortSignal): Promise<NewApiKey> =>
  call(apiKeyEndpoints.rotate, { access, params: { id }, signal, patience })

const switchOffApiKey = (access: Access, id: string, signal: AbortSignal) =>
  call(apiKeyEndpoints.switchOff, { access, params: { id }, signal })

const deleteApiKey = (access: Access, id: string, signal: AbortSignal) =>
  call(apiKeyEndpoints.remove, { access, params: { id }, signal })
