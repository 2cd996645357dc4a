import { screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { describe, expect } from 'vitest'

import { apiKeyMachine } from '#src/machines/settings/api-key.machine.ts'
import { isKeyComplete, keyEntryOf } from '#src/machines/settings/api-key-entry.ts'
import { selectCanOpen } from '#src/machines/settings/secret-entry.selectors.ts'
import type { SecretEntryActor } from '#src/machines/settings/secret-entry.ts'
import { Button } from '#src/views/kit/controls/Button.tsx'
import { ApiKeyDialogs } from '#src/views/settings/api-keys/ApiKeyDialogs.tsx'
import { apiKeyMessages } from '#src/views/settings/api-keys/api-keys.messages.ts'
import { NewSecretNote } from '#src/views/settings/NewSecretNote.tsx'
import { press, pressEscape, write } from '../kit/drivers.ts'
import type { Fixture, Gesture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, fieldAt, offline, wrongAt } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const subject = { id: 'k1', name: 'Warehouse', revision: 3 }
const secret = `dc_${'0'.repeat(64)}`
const entry = keyEntryOf(null)

/** What the table offers, beside what is drawn of the machine itself. */
function View({ actor }: { readonly actor: SecretEntryActor }) {
  const canOpen = useSelector(actor, selectCanOpen)
  return (
    <>
      <Button isBlocked={!canOpen} onPress={() => actor.send({ type: 'user.opened', subject: null, entry })}>
        Add API key
      </Button>
      <Button isBlocked={!canOpen} onPress={() => actor.send({ type: 'user.replaced', subject })}>
        Replace
      </Button>
      <NewSecretNote actor={actor} messages={apiKeyMessages} />
      <ApiKeyDialogs actor={actor} />
    </>
  )
}

const users: Gesture = {
  says: '',
  find: () => screen.queryByRole('checkbox', { name: /users:read/ }),
  use: (box, user) => user.click(box),
}

type Snapshot = { readonly context: { readonly entry: Readonly<Record<string, string>> } }
const named = (text: string) => ({
  ...write(text, 'Name'),
  event: { type: 'user.wrote', field: 'name', text } as const,
  when: ({ context }: Snapshot) => context.entry['name'] !== text,
})
const allowed = (isOn: boolean) => ({
  ...users,
  says: `${isOn ? 'allow' : 'forbid'} users:read`,
  event: { type: 'user.wrote', field: 'permissions', text: isOn ? 'users:read' : '' } as const,
  when: ({ context }: Snapshot) => (context.entry['permissions'] === '') === isOn,
})

const fixture: Fixture<typeof apiKeyMachine> = {
  view: (actor) => <View actor={actor} />,
  inputs: { nothing: undefined },
  answers: {
    saveEntry: {
      asks: ({ context }) => ({ subject: context.subject, entry: context.entry }),
      answers: { 'a new key': { name: 'Warehouse', secret }, 'a changed key': { name: 'Warehouse', secret: null } },
      problems: { 'the net is down': offline, 'the name is wrong': wrongAt('/name') },
    },
    replaceSecret: {
      asks: { id: 'k1' },
      answers: { 'a new value': { name: 'Warehouse', secret } },
      problems: { 'the net is down': offline },
    },
    copySecret: {
      asks: { secret },
      answers: { copied: true, 'the browser does not let it': false },
      problems: { 'it breaks': offline },
    },
  },
  drivers: {
    'user.opened': { ...press('Add API key'), event: { type: 'user.opened', subject: null, entry } },
    'user.replaced': { ...press('Replace'), event: { type: 'user.replaced', subject } },
    'user.wrote': [named('Warehouse'), named(''), allowed(true), allowed(false)],
    'user.submitted': press(/^(Create API key|Save|Working…)$/),
    'user.confirmed': press(/^(Replace key|Working…)$/),
    'user.left': pressEscape('Name'),
    'user.cancelled': press('Cancel'),
    'user.copied': press('Copy'),
    'user.dismissed': press('Done'),
  },
  assertions: {
    closed: () => {
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(screen.queryByRole('textbox', { name: 'API key' })).toBeNull()
    },
    writing: ({ context }) => {
      expect(fieldAt('Name').value).toBe(context.entry['name'])
      expect(alertText() === null).toBe(context.problem === null)
    },
    saving: () => screen.getByRole('button', { name: 'Working…' }),
    asking: ({ context }) => {
      screen.getByRole('dialog', { name: 'Replace the key of “Warehouse”?' })
      expect(alertText() === null).toBe(context.problem === null)
    },
    replacing: () => screen.getByRole('button', { name: 'Working…' }),
    'shown.uncopied': () => screen.getByText(/be able to see it again/),
    'shown.copying': () => screen.getByText(/be able to see it again/),
    'shown.byHand': () => screen.getByText(/Select the key and copy it/),
  },
  delays: {},
  // Each of their controls writes one field, as Name does; `api-key-entry.test.ts` has what the fields mean.
  parts: ['Permissions', 'Options'],
  project: ({ entry: { name = '', permissions = '' }, problem, subject: of, shown, kept }) => ({
    ...{
      name,
      permissions,
      told: problem?.code ?? null,
      of: of?.id ?? null,
      isShown: shown !== null,
      isKept: Object.keys(kept).length > 0,
    },
  }),
  invariants: {
    'what was written when Escape was pressed stands there at the next opening': {
      when: ({ event, before }) => event.type === 'user.opened' && Object.keys(before.context.kept).length > 0,
      holds: ({ before, after }) => expect(Object.values(before.context.kept)).toEqual([after.context.entry]),
    },
    'the whole key is on the page exactly while it is shown': {
      when: () => true,
      holds: ({ after }) => expect(screen.queryByDisplayValue(secret) !== null, String(after.value)).toBe(after.hasTag('shown')),
    },
    'nothing incomplete is sent': {
      when: ({ event }) => event.type === 'user.submitted',
      holds: ({ before }) => expect(isKeyComplete(before.context.entry)).toBe(true),
    },
    'what was written stays when it cannot be saved': {
      when: ({ event }) => event.type === 'xstate.error.actor.saveEntry',
      holds: ({ before, after }) => expect(after.context.entry).toEqual(before.context.entry),
    },
    'while a key is shown, no other one is begun': {
      when: ({ after }) => after.hasTag('shown'),
      holds: ({ after }) => expect(after.can({ type: 'user.opened', subject: null, entry })).toBe(false),
    },
  },
}

describe('an API key', () => {
  verifyShape(apiKeyMachine)
  verifyEveryEdge(apiKeyMachine, fixture)
})
