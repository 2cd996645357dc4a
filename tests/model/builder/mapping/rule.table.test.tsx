/** A table of a rule as a person types it: each line is read, or named. */
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'

import type { MappingRule, NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import { ruleMachine } from '#src/machines/builder/mapping/rule.machine.ts'
import { RuleSheet } from '#src/views/builder/mapping/RuleSheet.tsx'

afterEach(cleanup)

it('names the lines that are no pair, and saves once they are', async () => {
  const asked: NewMappingRule[] = []
  const machine = ruleMachine.provide({
    actors: {
      listRules: fromPromise<MappingRule[], void>(async () => []),
      validateRule: fromPromise<ValidationResult, NewMappingRule>(({ input }) => {
        asked.push(input)
        return new Promise(() => {})
      }),
    },
  })
  const actor = createActor(machine, { clock: new SimulatedClock() }).start()
  await waitFor(actor, (it) => it.matches('closed'))
  actor.send({ type: 'user.opened', targetPath: 'country', sourcePath: 'land', known: [] })
  actor.send({ type: 'user.choseType', ruleType: 'lookup' })
  render(<RuleSheet actor={actor} uses={new Map()} />)
  const user = userEvent.setup({ delay: null })
  const table = screen.getByLabelText<HTMLTextAreaElement>(/^Table/)
  await user.type(table, 'DE = Germany\nFR: France\nAT Austria\nBE = Belgium')

  const save = screen.getByRole('button', { name: 'Apply' })
  screen.getByText(/^Could not read: “FR: France”, “AT Austria”/)
  expect(table.getAttribute('aria-invalid')).toBe('true')
  expect(save.getAttribute('aria-disabled')).toBe('true')
  await user.click(save)
  expect(asked).toEqual([])

  await user.clear(table)
  await user.type(table, 'DE = Germany\nFR = France')
  await user.click(save)
  expect(asked).toMatchObject([{ type: 'lookup', table: { DE: 'Germany', FR: 'France' } }])
})
