/** When a connector runs, as a person chooses it on the profile step. */
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useSelector } from '@xstate/react'
import { afterEach, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import type { Trigger } from '../../contract/config.ts'
import { type BuilderActor, builderMachine } from '../../src/machines/builder/builder.machine.ts'
import { selectDraft } from '../../src/machines/builder/builder.selectors.ts'
import type { Opened } from '../../src/machines/builder/opened.ts'
import { ProfileForm } from '../../src/views/builder/ProfileForm.tsx'
import { pass } from './clock.ts'
import { shopDraft } from './drafts.ts'

afterEach(cleanup)

it.each<[string, Trigger, readonly string[]]>([
  ['Every few seconds', { type: 'schedule', everySeconds: 300 }, ['Seconds between two runs']],
  ['By the clock', { type: 'schedule', cron: '0 9 * * 1-5' }, ['Cron expression', 'Time zone']],
  ['By events', { type: 'webhook' }, []],
])('%s is one press, and asks for what it needs', async (name, trigger, fields) => {
  const { user, triggerNow } = await open()
  await user.click(screen.getByRole('radio', { name }))
  expect(triggerNow()).toEqual(trigger)
  const asked = screen.getAllByRole('textbox').map((it) => it.closest('div')?.querySelector('label')?.textContent)
  expect(asked).toEqual(['Name', 'Description', ...fields])
  await user.click(screen.getByRole('radio', { name: 'By hand' }))
  expect(triggerNow()).toEqual({ type: 'manual' })
  expect(screen.getAllByRole('textbox')).toHaveLength(2)
})

it('takes digits for the seconds, and none while it is empty', async () => {
  const { user, triggerNow } = await open()
  await user.click(screen.getByRole('radio', { name: 'Every few seconds' }))
  const seconds = screen.getByRole<HTMLInputElement>('textbox', { name: 'Seconds between two runs' })
  await user.clear(seconds)
  expect(seconds.value).toBe('')
  expect(triggerNow()).toEqual({ type: 'schedule', everySeconds: 0 })
  await user.type(seconds, '4 min5')
  expect(triggerNow()).toEqual({ type: 'schedule', everySeconds: 45 })
})

it('sends a time zone only where one is written', async () => {
  const { user, triggerNow } = await open()
  await user.click(screen.getByRole('radio', { name: 'By the clock' }))
  const zone = screen.getByRole('textbox', { name: 'Time zone' })
  await user.type(zone, 'Europe/Berlin')
  expect(triggerNow()).toEqual({ type: 'schedule', cron: '0 9 * * 1-5', timeZone: 'Europe/Berlin' })
  await user.clear(zone)
  expect(triggerNow()).toEqual({ type: 'schedule', cron: '0 9 * * 1-5' })
})

async function open() {
  const clock = new SimulatedClock()
  const machine = builderMachine.provide({
    actors: {
      watchLeaving: fromCallback(() => {}),
      openDraft: fromPromise<Opened, { readonly connectorId: string }>(async () => ({ draft: shopDraft, isAhead: false })),
    },
  })
  const actor = createActor(machine, { clock, input: { connectorId: 'shop' } }).start()
  await pass(clock, 0)
  render(<Shown actor={actor} />)
  return { user: userEvent.setup({ delay: null }), triggerNow: () => selectDraft(actor.getSnapshot())?.config.trigger }
}

function Shown({ actor }: { readonly actor: BuilderActor }) {
  const draft = useSelector(actor, selectDraft)
  return draft === null ? null : <ProfileForm actor={actor} draft={draft} />
}
