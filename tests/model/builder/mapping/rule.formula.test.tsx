/** A formula as a person writes it: with the fields and functions that are offered, and what is wrong at its character. */
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'

import type { MappingRule, NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import type { RuleTarget } from '#src/machines/builder/mapping/rule.context.ts'
import { ruleMachine } from '#src/machines/builder/mapping/rule.machine.ts'
import { RuleSheet } from '#src/views/builder/mapping/RuleSheet.tsx'

afterEach(cleanup)

async function opened(target: Partial<RuleTarget>) {
  const sent: NewMappingRule[] = []
  const machine = ruleMachine.provide({
    actors: {
      listRules: fromPromise<MappingRule[], void>(async () => []),
      validateRule: fromPromise<ValidationResult, NewMappingRule>(({ input }) => {
        sent.push(input)
        return new Promise(() => {})
      }),
    },
  })
  const actor = createActor(machine, { clock: new SimulatedClock() }).start()
  await waitFor(actor, (it) => it.matches('closed'))
  const known = ['price', 'quantity', 'lines[*].sku']
  actor.send({ type: 'user.opened', targetPath: 'total', sourcePath: 'price', known, ...target })
  render(<RuleSheet actor={actor} uses={new Map()} />)
  return { actor, sent, user: userEvent.setup({ delay: null }) }
}

const formula: NewMappingRule = { type: 'formula', name: 'total', text: 'price' }
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Formula' })

it('offers fields and functions, and applies what was written', async () => {
  const { sent, user } = await opened({ proposed: formula })
  await user.clear(box())
  await user.type(box(), 'rou')
  screen.getByRole('option', { name: /^round\(number/ })
  await user.keyboard('{Enter}')
  await user.type(box(), 'price * qu')
  await user.keyboard('{Tab}')
  expect(box().value).toBe('round(price * quantity')
  screen.getByText('A bracket is not closed at character 6. Add a closing bracket.')
  expect(screen.getByRole('button', { name: 'Apply' }).getAttribute('aria-disabled')).toBe('true')
  await user.type(box(), ')')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(sent).toEqual([{ ...formula, text: 'round(price * quantity)' }])
})

it('names a field that the source does not have, and takes a list as a whole', async () => {
  const { user } = await opened({ proposed: formula })
  await user.clear(box())
  await user.type(box(), 'count(lines) + pric')
  await user.keyboard('{Escape}')
  screen.getByText(/^The source has no field “pric”. Did you mean price\?/)
})

it('goes on with another transform as the formula that does the same', async () => {
  const rule: NewMappingRule = { type: 'case', name: 'upper', sourcePath: 'price', to: 'upper' }
  const { actor } = await opened({ rule })
  actor.send({ type: 'user.choseType', ruleType: 'formula' })
  expect(actor.getSnapshot().context.written.text).toBe('upper(price)')
})
