/** When a connector runs, as a person chooses it on the profile step. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useSelector } from '@xstate/react'
import { afterEach, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import type { Trigger } from '#contract/connectors/config/config.ts'
import { checkRhythm } from '#contract/connectors/config/rhythm.ts'
import { type BuilderActor, builderMachine } from '#src/machines/builder/draft/builder.machine.ts'
import { selectDraft } from '#src/machines/builder/draft/builder.selectors.ts'
import type { Opened } from '#src/machines/builder/draft/opened.ts'
import { ProfileForm } from '#src/views/builder/draft/ProfileForm.tsx'
import { pass } from '../../kit/clock.ts'
import { shopDraft } from '../../kit/samples/drafts.ts'

afterEach(cleanup)

it.each<[string, Trigger, readonly string[]]>([
  ['At an interval', { type: 'schedule', everySeconds: 300 }, ['Every']],
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

it('takes digits of a unit, and none while it is empty', async () => {
  const { user, triggerNow } = await open()
  await user.click(screen.getByRole('radio', { name: 'At an interval' }))
  const seconds = screen.getByRole<HTMLInputElement>('textbox', { name: 'Every' })
  await user.clear(seconds)
  expect(seconds.value).toBe('')
  expect(triggerNow()).toEqual({ type: 'schedule', everySeconds: 0 })
  await user.type(seconds, '45')
  expect(triggerNow()).toEqual({ type: 'schedule', everySeconds: 2_700 })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Unit' }), 'hours')
  expect(triggerNow()).toEqual({ type: 'schedule', everySeconds: 162_000 })
})

it.each(['0.5', '1.5', '4 min', '0', '31536001'])(
  'says at the field that %s are no minutes to wait, and keeps it typed',
  async (text) => {
    const { user, triggerNow } = await open()
    await user.click(screen.getByRole('radio', { name: 'At an interval' }))
    const seconds = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Every' })
    await user.clear(seconds())
    await user.type(seconds(), text)
    expect(seconds().value).toBe(text)
    expect(seconds().getAttribute('aria-invalid')).toBe('true')
    screen.getByText('A whole number, from 1 second to 365 days.')
    expect(triggerNow()).toEqual({ type: 'schedule', everySeconds: 0 })
    await user.click(screen.getByRole('radio', { name: 'By hand' }))
    await user.click(screen.getByRole('radio', { name: 'At an interval' }))
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
  await choose('At an interval')
  const seconds = screen.getByRole('textbox', { name: 'Every' })
  await user.clear(seconds)
  await user.type(seconds, '45')
  await choose('By events')
  await choose('By the clock')
  expect(triggerNow()).toEqual({ type: 'schedule', cron: '5 4 * * *', timeZone: 'Europe/Berlin' })
  await choose('At an interval')
  expect(triggerNow()).toEqual({ type: 'schedule', everySeconds: 2_700 })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Unit' }), 'hours')
  expect(triggerNow()).toEqual({ type: 'schedule', everySeconds: 162_000 })
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

it('writes a time of the day without a cron expression, and shows the next runs', async () => {
  const { user, triggerNow } = await open()
  await user.click(screen.getByRole('radio', { name: 'By the clock' }))
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Days' }).value).toBe('1-5')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Days' }), 'Every day')
  expect(triggerNow()).toEqual({ type: 'schedule', cron: '0 9 * * *' })
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: '17:30' } })
  expect(triggerNow()).toEqual({ type: 'schedule', cron: '30 17 * * *' })
  screen.getByText(/^If deployed now, the next runs start at [^,]+, .+ \(your time\)\.$/)
})

it.each([
  ['99 99 * * *', 'Cron expression'],
  ['every day', 'Cron expression'],
])('says at the field that %s is no cron expression, with the rule of the server', async (cron, label) => {
  const { user } = await open()
  await user.click(screen.getByRole('radio', { name: 'By the clock' }))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: label })
  await user.clear(field)
  await user.type(field, cron)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  screen.getByText(checkRhythm({ type: 'schedule', cron })[0]?.message ?? 'it fits')
})
