import { screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { describe, expect } from 'vitest'
import {
  type EntryDialogActor,
  entryDialogMachine,
  selectCanWrite,
  selectEntry,
  selectIsOpen,
  selectProblem,
} from '#src/machines/kit/entry-dialog.machine.ts'
import { faultAt } from '#src/machines/kit/field-fault.ts'
import { Button } from '#src/views/kit/controls/Button.tsx'
import { Field } from '#src/views/kit/controls/Field.tsx'
import { EntryDialog } from '#src/views/kit/feedback/EntryDialog.tsx'
import { press, pressEscape, write } from './drivers.ts'
import type { Fixture } from './fixture.ts'
import { verifyEveryEdge } from './harness.ts'
import { alertText, faultAtField, fieldAt, offline, wrongAt } from './samples/public-pages.ts'
import { verifyShape } from './shape.ts'

const machine = entryDialogMachine.provide({ guards: { isValid: (_, { entry }) => entry['email'] !== '' } })

function View({ actor }: { readonly actor: EntryDialogActor }) {
  const { email = '' } = useSelector(actor, selectEntry)
  const isOpen = useSelector(actor, selectIsOpen)
  const problem = useSelector(actor, selectProblem)
  const canWrite = useSelector(actor, selectCanWrite)
  return (
    <>
      <Button isBlocked={isOpen} onPress={() => actor.send({ type: 'user.opened', entry: { email: '' } })}>
        Invite Member
      </Button>
      <EntryDialog actor={actor} title="Invite a member" submit="Send Invite">
        <Field
          label="Email"
          value={email}
          isBlocked={!canWrite}
          error={faultAt(problem, '/email')}
          onWrite={(text) => actor.send({ type: 'user.wrote', field: 'email', text })}
        />
      </EntryDialog>
    </>
  )
}

const writes = (text: string) => ({
  ...write(text, 'Email'),
  event: { type: 'user.wrote', field: 'email', text } as const,
  when: ({ context }: { context: { entry: Readonly<Record<string, string>> } }) => context.entry['email'] !== text,
})

const fixture: Fixture<typeof machine> = {
  view: (actor) => <View actor={actor} />,
  inputs: { nothing: undefined },
  answers: {
    saveEntry: {
      asks: { email: 'ada@example.test' },
      answers: { 'it is saved': null },
      problems: { 'the net is down': offline, 'the field is wrong': wrongAt('/email') },
    },
  },
  drivers: {
    'user.opened': { ...press('Invite Member'), event: { type: 'user.opened', entry: { email: '' } } },
    'user.wrote': [writes('ada@example.test'), writes('')],
    'user.submitted': press(/^(Send Invite|Working…)$/),
    'user.left': pressEscape('Email'),
    'user.cancelled': press('Cancel'),
  },
  assertions: {
    closed: () => expect(screen.queryByRole('dialog')).toBeNull(),
    open: ({ context: { entry, problem } }) => {
      expect(fieldAt('Email').value).toBe(entry['email'])
      expect(faultAtField('Email')).toBe(faultAt(problem, '/email') ?? '')
      expect(alertText() === null).toBe(problem === null)
    },
    saving: () => screen.getByRole('button', { name: 'Working…' }),
  },
  delays: {},
  project: ({ entry, problem, kept }) => ({
    ...{ email: entry['email'] ?? null, told: problem?.code ?? null, isKept: Object.keys(kept).length > 0 },
  }),
  invariants: {
    'what was written stays when it cannot be saved': {
      when: ({ event }) => event.type === 'xstate.error.actor.saveEntry',
      holds: ({ before, after }) => expect(after.context.entry).toEqual(before.context.entry),
    },
    'it opens with what was written when Escape was pressed, else with what it is opened with': {
      when: ({ event }) => event.type === 'user.opened',
      holds: ({ before: { context } }) => expect(fieldAt('Email').value).toBe(Object.values(context.kept)[0]?.['email'] ?? ''),
    },
  },
}

describe('a dialog for one entry', () => {
  verifyShape(machine)
  verifyEveryEdge(machine, fixture)
})
