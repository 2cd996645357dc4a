import { screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { describe, expect } from 'vitest'
import { selectCanOpen } from '#src/machines/settings/secret-entry.selectors.ts'
import type { SecretEntryActor } from '#src/machines/settings/secret-entry.ts'
import { isWebhookComplete, webhookEntryOf, webhookMachine } from '#src/machines/settings/webhook-entry.ts'
import { Button } from '#src/views/kit/controls/Button.tsx'
import { NewSecretNote } from '#src/views/settings/NewSecretNote.tsx'
import { WebhookDialogs } from '#src/views/settings/notifications/WebhookDialogs.tsx'
import { webhookMessages } from '#src/views/settings/notifications/webhooks.messages.ts'
import { press, pressEscape, write } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, fieldAt, offline, wrongAt } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const subject = { id: 'w1', name: 'Warehouse', revision: 3 }
const secret = 'whsec_abc'
const entry = { ...webhookEntryOf(null), url: 'https://hooks.example.test/' }

function View({ actor }: { readonly actor: SecretEntryActor }) {
  const canOpen = useSelector(actor, selectCanOpen)
  return (
    <>
      <Button isBlocked={!canOpen} onPress={() => actor.send({ type: 'user.opened', subject: null, entry })}>
        Add webhook
      </Button>
      <Button isBlocked={!canOpen} onPress={() => actor.send({ type: 'user.replaced', subject })}>
        Replace
      </Button>
      <NewSecretNote actor={actor} messages={webhookMessages} />
      <WebhookDialogs actor={actor} />
    </>
  )
}

type Snapshot = { readonly context: { readonly entry: Readonly<Record<string, string>> } }
const written = (field: 'name' | 'headers', label: string, text: string) => ({
  ...write(text, label),
  event: { type: 'user.wrote', field, text } as const,
  when: ({ context }: Snapshot) => context.entry[field] !== text,
})
const chosen = (isOn: boolean) => ({
  says: `${isOn ? 'choose' : 'leave out'} user.created`,
  find: () => screen.queryByRole('checkbox', { name: 'user.created' }),
  use: (box: HTMLElement, user: { click: (it: HTMLElement) => Promise<void> }) => user.click(box),
  event: { type: 'user.wrote', field: 'events', text: isOn ? 'user.created' : '' } as const,
  when: ({ context }: Snapshot) => (context.entry['events'] === '') === isOn,
})

const fixture: Fixture<typeof webhookMachine> = {
  view: (actor) => <View actor={actor} />,
  inputs: { nothing: undefined },
  answers: {
    saveEntry: {
      asks: ({ context }) => ({ subject: context.subject, entry: context.entry }),
      answers: { 'a new webhook': { name: 'Warehouse', secret }, 'a changed one': { name: 'Warehouse', secret: null } },
      problems: { 'the net is down': offline, 'the URL is wrong': wrongAt('/url') },
    },
    replaceSecret: {
      asks: { id: 'w1' },
      answers: { 'a new secret': { name: 'Warehouse', secret } },
      problems: { 'the net is down': offline },
    },
    copySecret: {
      asks: { secret },
      answers: { copied: true, 'the browser does not let it': false },
      problems: { 'it breaks': offline },
    },
  },
  drivers: {
    'user.opened': { ...press('Add webhook'), event: { type: 'user.opened', subject: null, entry } },
    'user.replaced': { ...press('Replace'), event: { type: 'user.replaced', subject } },
    'user.wrote': [
      written('name', 'Name', 'Warehouse'),
      written('name', 'Name', ''),
      written('headers', 'Headers', 'Host: x'),
      written('headers', 'Headers', ''),
      chosen(true),
      chosen(false),
    ],
    'user.submitted': press(/^(Add|Save|Working…)$/),
    'user.confirmed': press(/^(Replace secret|Working…)$/),
    'user.left': pressEscape('Name'),
    'user.cancelled': press('Cancel'),
    'user.copied': press('Copy'),
    'user.dismissed': press('Done'),
  },
  assertions: {
    closed: () => {
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(screen.queryByRole('textbox', { name: 'Webhook secret' })).toBeNull()
    },
    writing: ({ context }) => {
      expect(fieldAt('Name').value).toBe(context.entry['name'])
      expect(alertText() === null).toBe(context.problem === null)
    },
    saving: () => screen.getByRole('button', { name: 'Working…' }),
    asking: ({ context }) => {
      screen.getByRole('dialog', { name: 'Replace the secret of “Warehouse”?' })
      expect(alertText() === null).toBe(context.problem === null)
    },
    replacing: () => screen.getByRole('button', { name: 'Working…' }),
    'shown.uncopied': () => screen.getByText(/be able to see it again/),
    'shown.copying': () => screen.getByText(/be able to see it again/),
    'shown.byHand': () => screen.getByText(/Select the secret and copy it/),
  },
  delays: {},
  // Each of their controls writes one field, as Name does.
  parts: ['Events', 'URL and status'],
  project: ({ entry: { name = '', events = '', headers = '' }, problem, subject: of, shown }) => ({
    ...{ name, events, headers, told: problem?.code ?? null, of: of?.id ?? null, isShown: shown !== null },
  }),
  invariants: {
    'the secret is on the page exactly while it is shown': {
      when: () => true,
      holds: ({ after }) => expect(screen.queryByDisplayValue(secret) !== null, String(after.value)).toBe(after.hasTag('shown')),
    },
    'nothing incomplete is sent': {
      when: ({ event }) => event.type === 'user.submitted',
      holds: ({ before }) => expect(isWebhookComplete(before.context.entry)).toBe(true),
    },
    'a header of the delivery itself is refused where it is written': {
      when: ({ after }) => after.matches('writing') && after.context.entry['headers'] === 'Host: x',
      holds: () => screen.getByText(/Reserved headers can't be set/),
    },
  },
}

describe('a webhook', () => {
  verifyShape(webhookMachine)
  verifyEveryEdge(webhookMachine, fixture)
})
