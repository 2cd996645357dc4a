/** The options of a connector as they are written in its dialog. */
import type { Connector } from '#contract/connectors/details/connector.ts'
import { majorOf, minorOf } from '#contract/kit/money/minor-units.ts'
import type { Entry } from '../../kit/entry-dialog.machine.ts'

export type Options = Pick<Connector, 'budgetLimit' | 'computeSize' | 'storeLocally'>

export const optionsEntry = ({ budgetLimit, computeSize, storeLocally }: Options): Entry => ({
  budget: budgetLimit === null ? '' : majorOf(budgetLimit),
  size: computeSize,
  payloads: storeLocally ? 'kept' : 'not-kept',
})

/** Empty: no limit. */
export const isBudget = (text: string) => text.trim() === '' || minorOf(text) !== null

export const optionsOf = ({ budget = '', size = '', payloads = '' }: Entry): Options => ({
  budgetLimit: budget.trim() === '' ? null : (minorOf(budget) ?? 0),
  computeSize: size === 'medium' || size === 'large' ? size : 'small',
  storeLocally: payloads !== 'not-kept',
})
