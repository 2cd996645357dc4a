import { screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { describe, expect } from 'vitest'
import { refusal } from '#contract/kit/problem.ts'
import {
  type SettingsSectionActor,
  selectCanChange,
  selectCanEdit,
  selectCanReload,
  selectDraft,
  selectIsViewed,
  settingsSectionMachine,
} from '#src/machines/kit/settings-section.machine.ts'
import { Button } from '#src/views/kit/controls/Button.tsx'
import { Field } from '#src/views/kit/controls/Field.tsx'
import { SaveBar } from '#src/views/kit/layout/SaveBar.tsx'
import { SectionFrame } from '#src/views/kit/layout/SectionFrame.tsx'
import { SettingsCard } from '#src/views/kit/layout/SettingsCard.tsx'
import { press, write } from './drivers.ts'
import type { Fixture } from './fixture.ts'
import { verifyEveryEdge } from './harness.ts'
import { alertText, fieldAt, offline } from './samples/public-pages.ts'
import { verifyShape } from './shape.ts'

type Sample = { readonly name: string; readonly color: string }

const machine = settingsSectionMachine.provide({ guards: { isValid: (_, { draft }) => draft['name'] !== '' } })
const before: Sample = { name: 'Harbor', color: 'blue' }

function View({ actor }: { readonly actor: SettingsSectionActor }) {
  const { name = '' } = useSelector(actor, selectDraft<Sample>)
  const canChange = useSelector(actor, selectCanChange)
  const canEdit = useSelector(actor, selectCanEdit)
  const canReload = useSelector(actor, selectCanReload)
  const isViewed = useSelector(actor, selectIsViewed)
  return (
    <SectionFrame actor={actor} name="company settings">
      {isViewed ? (
        <>
          <p role="note">{name}</p>
          <Button isBlocked={!canEdit} onPress={() => actor.send({ type: 'user.edited' })}>
            Edit
          </Button>
          <Button isBlocked={!canReload} onPress={() => actor.send({ type: 'user.reloaded' })}>
            Read again
          </Button>
        </>
      ) : (
        <SettingsCard
          title="Company"
          footer={<SaveBar actor={actor} saved="Saved!" nameChange={(field) => `${field} ${name}`} />}
        >
          <Field
            label="Name"
            value={name}
            isBlocked={!canChange}
            onWrite={(text) => actor.send({ type: 'user.changed', change: { name: text } })}
          />
        </SettingsCard>
      )}
    </SectionFrame>
  )
}

const seesName = (name: unknown) => expect(fieldAt('Name').value).toBe(name)
const writes = (text: string) => ({
  ...write(text, 'Name'),
  event: { type: 'user.changed', change: { name: text } } as const,
  when: ({ context: { saved, changes } }: { context: { saved: { value: object } | null; changes: object } }) => {
    const shown = (changes as Partial<Sample>).name ?? (saved?.value as Sample | undefined)?.name
    return shown !== text
  },
})

const fixture: Fixture<typeof machine> = {
  view: (actor) => <View actor={actor} />,
  inputs: {
    nothing: { kept: null },
    'an unsaved name': { kept: { name: 'Pine' } },
    'shown first': { kept: null, isReadFirst: true },
  },
  answers: {
    readSection: {
      asks: undefined,
      answers: {
        'what is saved': { value: before, revision: 3, saved: { at: '2026-11-28T14:02:00.000Z', by: 'Jonas Beck' } },
        'the name is saved already': { value: { ...before, name: 'Pine' }, revision: 4 },
      },
      problems: { 'the net is down': offline },
    },
    saveSection: {
      asks: ({ context: { saved, changes } }) => ({ value: { ...saved?.value, ...changes }, revision: saved?.revision ?? 0 }),
      answers: { 'it is saved': { value: { ...before, name: 'Pine' }, revision: 5 } },
      problems: { 'it is not allowed': refusal('request/malformed'), 'somebody was faster': refusal('settings/stale') },
    },
  },
  drivers: {
    'user.changed': [writes('Pine'), writes('Harbor'), writes('')],
    'user.edited': press('Edit'),
    'user.discarded': press(/^Discard/),
    'user.submitted': press(/^(Save|Saving…|Retry saving)$/),
    'user.reloaded': press(/^(Retry|Read again)$/),
    'user.compared': press('Compare'),
    'user.overwrote': press('Overwrite'),
  },
  assertions: {
    loading: ({ context: { saved, isReadFirst, changes } }) => {
      if (saved === null) screen.getByText('Loading company settings…')
      else expect(screen.queryByRole('note') !== null).toBe(isReadFirst && Object.keys(changes).length === 0)
    },
    failed: () => expect(alertText()).toContain(offline.problem.message),
    viewing: ({ context: { saved } }) => expect(screen.getByRole('note').textContent).toBe(saved?.value['name']),
    pristine: ({ context: { saved } }) => seesName(saved?.value['name']),
    dirty: ({ context: { changes, isCompared, saved } }) => {
      seesName(changes['name'])
      const name = `name ${changes['name']}`
      const values = `“${saved?.value['name']}” → ${changes['name'] === '' ? 'empty' : `“${changes['name']}”`}`
      expect(screen.getByRole('status').textContent).toBe(
        isCompared ? `Your changes to the saved values: ${name} ${values}` : `1 unsaved change: ${name}`,
      )
    },
    saving: () => screen.getByRole('button', { name: 'Saving…' }),
    saved: () => expect(screen.getByRole('status').textContent).toBe('Saved!'),
    refused: ({ context: { problem } }) => expect(alertText()).toBe(`Not saved: ${problem?.message} `),
    readingTheirs: () => screen.getByText('Someone else saved this. Loading their changes…'),
    stale: () => expect(alertText()).toContain('Changed elsewhere'),
    conflict: ({ context: { theirs } }) =>
      expect(alertText()).toMatch(theirs?.saved === undefined ? 'This was saved elsewhere.' : /^Jonas Beck saved at .+\.$/),
  },
  delays: { savedPause: 3_000 },
  project: ({ isReadFirst, saved, changes, problem, theirs, isCompared }) => ({
    ...{ isReadFirst, isCompared, theirs: theirs?.value['name'] ?? null },
    saved: saved?.value['name'] ?? null,
    changed: changes['name'] ?? null,
    told: problem !== null,
  }),
  invariants: {
    'what was written stays when it cannot be saved': {
      when: ({ event }) => event.type === 'xstate.error.actor.saveSection',
      holds: ({ before: was, after }) => {
        expect(after.context.changes).toEqual(was.context.changes)
        seesName(was.context.changes['name'])
      },
    },
    'what somebody else saved does not take the own changes': {
      when: ({ before: was, event }) => was.matches('conflict') && event.type !== 'user.discarded',
      holds: ({ before: was, after }) => expect(after.context.changes).toEqual(was.context.changes),
    },
    'an overwrite is made from what somebody else saved': {
      when: ({ event }) => event.type === 'user.overwrote',
      holds: ({ before: was, after }) => expect(after.context.saved).toEqual(was.context.theirs),
    },
    'only what differs from what is saved counts as changed': {
      when: ({ after }) => after.matches('pristine') || after.matches('saved'),
      holds: ({ after }) => expect(after.context.changes).toEqual({}),
    },
    'what is not valid is never sent': {
      when: ({ after }) => after.matches('saving'),
      holds: ({ after }) => expect(after.context.changes['name']).not.toBe(''),
    },
  },
}

describe('a section of settings', () => {
  verifyShape(machine)
  verifyEveryEdge(machine, fixture)
})
