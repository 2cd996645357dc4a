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
  await user.type(seconds, '45')
  expect(triggerNow()).toEqual({ type: 'schedule', everySeconds: 45 })
})

it.each(['0.5', '1.5', '4 min', '0', '31536001'])(
  'says at the field that %s are no seconds to wait, and keeps it typed',
  async (text) => {
    const { user, triggerNow } = await open()
    await user.click(screen.getByRole('radio', { name: 'Every few seconds' }))
    const seconds = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Seconds between two runs' })
    await user.clear(seconds())
    await user.type(seconds(), text)
    expect(seconds().value).toBe(text)
    expect(seconds().getAttribute('aria-invalid')).toBe('true')
    screen.getByText('A whole number of seconds, from 1 to 31,536,000, which is a year.')
    expect(triggerNow()).toEqual({ type: 'schedule', everySeconds: 0 })
    await user.click(screen.getByRole('radio', { name: 'By hand' }))
    await user.click(screen.getByRole('radio', { name: 'Every few seconds' }))
    expect(seconds().value).toBe(text)
  },
)

it('gives back what was typed when its trigger is chosen again', async () => {
  const { user, triggerNow } = await open()
  const choose = (name: string) => user.click(screen.getByRole('radio', { name }))
  await choose('By the clock')
  const cron = () => screen.getByRole('textbox', { name: 'Cron expression' })
  await user.clear(cron())
  await user.type(cron(), '5 4 * * *')
  await user.type(screen.getByRole('textbox', { name: 'Time zone' }), 'Europe/Berlin')
  await choose('Every few seconds')
  const seconds = screen.getByRole('textbox', { name: 'Seconds between two runs' })
  await user.clear(seconds)
  await user.type(seconds, '45')
  await choose('By events')
  await choose('By the clock')
  expect(triggerNow()).toEqual({ type: 'schedule', cron: '5 4 * * *', timeZone: 'Europe/Berlin' })
  await choose('Every few seconds')
  expect(triggerNow()).toEqual({ type: 'schedule', everySeconds: 45 })
})

it('says at the name that it is too long', async () => {
  const { user } = await open()
  const name = screen.getByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.click(name)
  await user.paste('x'.repeat(128))
  expect(name.getAttribute('aria-invalid')).toBe('false')
  await user.paste('x')
  expect(name.getAttribute('aria-invalid')).toBe('true')
  screen.getByText('A name holds 128 characters at most, and this one has 129.')
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
