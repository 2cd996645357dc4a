/** When a connector runs, as a person chooses it on the profile step. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useSelector } from '@xstate/react'
import { afterEach, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import type { Trigger } from '#contract/connectors/config/config.ts'
import { checkRhythm } from '#contract/connectors/config/rhythm.ts'
import { type BuilderActor, builderMachine, selectDraft } from '#src/machines/builder/draft/builder.machine.ts'
import type { Opened } from '#src/machines/builder/draft/opened.ts'
import { ProfileForm } from '#src/views/builder/draft/ProfileForm.tsx'
import { pass } from '../../kit/clock.ts'
import { shopDraft } from '../../kit/samples/drafts.ts'

afterEach(cleanup)

it.each<[string, Trigger, readonly string[]]>([
  ['On a schedule', { type: 'schedule', everySeconds: 300 }, ['Every']],
  ['By webhook', { type: 'webhook' }, []],
])('%s is one press, and asks for what it needs', async (name, trigger, fields) => {
  const { user, triggerNow } = await open()
  await user.click(screen.getByRole('radio', { name }))
  expect(triggerNow()).toEqual(trigger)
  const labels = screen.getAllByRole<HTMLInputElement>('textbox').map((it) => it.labels?.[0]?.textContent)
  expect(labels).toEqual([...fields, 'Name', 'Description'])
  await user.click(screen.getByRole('radio', { name: 'By hand' }))
  expect(triggerNow()).toEqual({ type: 'manual' })
  expect(screen.getAllByRole('textbox')).toHaveLength(2)
})

it('takes digits of a unit, and none while it is empty', async () => {
  const { user, triggerNow } = await schedule()
  const every = screen.getByRole<HTMLInputElement>('textbox', { name: 'Every' })
  await user.clear(every)
  expect(every.value).toBe('')
  expect(triggerNow()).toEqual({ type: 'schedule', everySeconds: 0 })
  await user.type(every, '45')
  expect(triggerNow()).toEqual({ type: 'schedule', everySeconds: 2_700 })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Unit' }), 'hours')
  expect(triggerNow()).toEqual({ type: 'schedule', everySeconds: 162_000 })
})

it.each(['0.5', '4 min', '0', '31536001'])('says at the field that %s is no interval, and keeps it typed', async (text) => {
  const { user, triggerNow } = await schedule()
  const every = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Every' })
  await user.clear(every())
  await user.type(every(), text)
  expect(every().value).toBe(text)
  expect(every().getAttribute('aria-invalid')).toBe('true')
  screen.getByText('Enter a whole number, from 1 second to 365 days.')
  expect(triggerNow()).toEqual({ type: 'schedule', everySeconds: 0 })
  await user.click(screen.getByRole('radio', { name: 'By hand' }))
  await user.click(screen.getByRole('radio', { name: 'On a schedule' }))
  expect(every().value).toBe(text)
})

it('gives back what was typed when its trigger or its form of a schedule is chosen again', async () => {
  const { user, triggerNow } = await schedule()
  const every = screen.getByRole('textbox', { name: 'Every' })
  await user.clear(every)
  await user.type(every, '45')
  await user.click(screen.getByRole('button', { name: 'At a time of day' }))
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: '04:05' } })
  await user.click(screen.getByRole('button', { name: 'At an interval' }))
  expect(triggerNow()).toEqual({ type: 'schedule', everySeconds: 2_700 })
  await user.click(screen.getByRole('radio', { name: 'By webhook' }))
  await user.click(screen.getByRole('radio', { name: 'On a schedule' }))
  expect(triggerNow()).toEqual({ type: 'schedule', everySeconds: 2_700 })
  await user.click(screen.getByRole('button', { name: 'At a time of day' }))
  expect(triggerNow()).toMatchObject({ cron: '5 4 * * 1-5' })
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
  screen.getByText('Shorten the name to 128 characters. It has 129.')
})

it('starts in the zone of the browser, takes another one from the list, and none', async () => {
  const { user, triggerNow } = await clock()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  expect(triggerNow()).toEqual({ type: 'schedule', cron: '0 9 * * 1-5', timeZone })
  const zone = screen.getByRole('combobox', { name: 'Time zone' })
  await user.clear(zone)
  expect(triggerNow()).toEqual({ type: 'schedule', cron: '0 9 * * 1-5' })
  await user.type(zone, 'Europe/Berlin')
  expect(triggerNow()).toEqual({ type: 'schedule', cron: '0 9 * * 1-5', timeZone: 'Europe/Berlin' })
  const offered = [...document.querySelectorAll('datalist option')].map((it) => it.getAttribute('value'))
  expect(offered).toEqual(expect.arrayContaining(['UTC', 'Europe/Berlin']))
})

it('writes days of the week at a time without a cron expression, and shows the next three runs', async () => {
  const { user, triggerNow } = await clock()
  const day = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  await user.click(day('Saturday'))
  expect(triggerNow()).toMatchObject({ cron: '0 9 * * 1,2,3,4,5,6' })
  await user.click(day('Sunday'))
  expect(triggerNow()).toMatchObject({ cron: '0 9 * * *' })
  for (const name of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']) await user.click(day(name))
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: '17:30' } })
  expect(triggerNow()).toMatchObject({ cron: '30 17 * * 0' })
  expect(day('Sunday').disabled, 'the last day').toBe(true)
  screen.getByText(/^Next runs, if you deploy now: .+ · .+ · .+ \(your time\)$/)
})

it('shows an expression that says more than a time of day under Advanced, and changes nothing of it', async () => {
  const { user, triggerNow } = await clock()
  await user.click(screen.getByText('Advanced'))
  const cron = screen.getByRole('textbox', { name: 'Cron expression' })
  await user.clear(cron)
  await user.type(cron, '0 9 1 * *')
  expect(triggerNow()).toMatchObject({ cron: '0 9 1 * *' })
  screen.getByText('Uses the cron expression below.')
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').filter((it) => it.checked)).toEqual([])
})

it.each(['99 99 * * *', 'every day'])(
  'says at the field that %s is no cron expression, with the rule of the server',
  async (text) => {
    const { user } = await clock()
    await user.click(screen.getByText('Advanced'))
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Cron expression' })
    await user.clear(field)
    await user.type(field, text)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    screen.getByText(checkRhythm({ type: 'schedule', cron: text })[0]?.message ?? 'it fits')
  },
)

async function schedule() {
  const opened = await open()
  await opened.user.click(screen.getByRole('radio', { name: 'On a schedule' }))
  return opened
}

async function clock() {
  const opened = await schedule()
  await opened.user.click(screen.getByRole('button', { name: 'At a time of day' }))
  return opened
}

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
