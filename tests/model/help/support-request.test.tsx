import { screen } from '@testing-library/react'
import { useActorRef, useSelector } from '@xstate/react'
import { describe, expect } from 'vitest'

import type { ShownBundle } from '#contract/help/support.ts'
import { ProblemError, problem } from '#contract/kit/problem.ts'
import {
  emptyEntry,
  type SupportEntry,
  type SupportRequestActor,
  supportRequestMachine,
} from '#src/machines/help/support-request.machine.ts'
import { listOf } from '#src/services/kit/list.actors.ts'
import { SupportDialog } from '#src/views/help/SupportDialog.tsx'
import { Button } from '#src/views/kit/controls/Button.tsx'
import { choose, press, write } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, fieldAt, offline, wrongAt } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const id = '01a1f9dd-286f-7175-987c-3afdb61ae67f'
const shown: ShownBundle = {
  bundle: { version: '1.2.3', database: 'embedded', page: '/dashboard', requestIds: [], connector: null },
  runId: null,
  print: 'p',
}
const names = listOf(async () => ({ items: [{ id, name: 'Orders' }], total: 1 })).provide({
  delays: { refreshPause: 10_000_000 },
})

/** What the page offers, beside what is drawn of the machine itself. */
function View({ actor }: { readonly actor: SupportRequestActor }) {
  const connectors = useActorRef(names, { input: { query: {} } })
  const canOpen = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.opened' }))
  return (
    <>
      <Button isBlocked={!canOpen} onPress={() => actor.send({ type: 'user.opened' })}>
        Contact Support
      </Button>
      <SupportDialog actor={actor} connectors={connectors} />
    </>
  )
}

type Snapshot = { readonly context: { readonly entry: SupportEntry } }
const wrote = (field: 'subject' | 'text', label: string, text: string) => ({
  ...write(text, label),
  event: { type: 'user.wrote', field, text } as const,
  when: ({ context }: Snapshot) => context.entry[field] !== text,
})

const fixture: Fixture<typeof supportRequestMachine> = {
  view: (actor) => <View actor={actor} />,
  inputs: { nothing: { entry: emptyEntry } },
  answers: {
    look: {
      asks: ({ context }) => ({ connectorId: context.entry.connectorId }),
      answers: { 'what would be sent': shown },
      problems: { 'the net is down': offline },
    },
    send: {
      asks: ({ context }) => ({ entry: context.entry, shown }),
      answers: { 'it was sent': null },
      problems: {
        'the net is down': offline,
        'the subject is wrong': wrongAt('/subject'),
        'it is not what was shown': new ProblemError(problem('support/bundle-changed')),
      },
    },
  },
  drivers: {
    'user.opened': press('Contact Support'),
    'user.wrote': [
      wrote('subject', 'Subject', 'It fails'),
      wrote('text', 'What happened?', 'Since noon.'),
      {
        ...choose('Orders', 'Connector (optional)'),
        event: { type: 'user.wrote', field: 'connectorId', text: id },
        when: ({ context }: Snapshot) => context.entry.connectorId !== id,
      },
    ],
    'user.submitted': press(/^(Send request|Sending…)$/),
    'user.cancelled': press('Cancel'),
    'user.retried': press('Retry'),
  },
  assertions: {
    closed: () => expect(screen.queryByRole('dialog')).toBeNull(),
    'open.looking': () => screen.getByText('Collecting details…'),
    'open.blind': () => expect(alertText()).toContain('Network error'),
    'open.ready': ({ context }) => {
      screen.getByText(/"version": "1.2.3"/)
      expect(fieldAt('Subject').value).toBe(context.entry.subject)
    },
    sending: () => screen.getByRole('button', { name: 'Sending…' }),
  },
  delays: {},
  project: ({ entry, shown: at, problem: told }) => ({
    ...{
      subject: entry.subject,
      text: entry.text,
      about: entry.connectorId !== '',
      isShown: at !== null,
      told: told?.code ?? null,
    },
  }),
  invariants: {
    'nothing is sent that was not shown': {
      when: ({ event }) => event.type === 'user.submitted',
      holds: ({ before }) => expect(before.context.shown).not.toBeNull(),
    },
    'what was written stays until it is sent': {
      when: ({ event }) => event.type !== 'user.wrote' && event.type !== 'xstate.done.actor.send',
      holds: ({ before, after }) => expect(after.context.entry).toEqual(before.context.entry),
    },
  },
}

describe('a request to support', () => {
  verifyShape(supportRequestMachine)
  verifyEveryEdge(supportRequestMachine, fixture)
})
