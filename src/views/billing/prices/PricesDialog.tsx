import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import { currencies, type PlanName, planNames } from '#contract/billing/price-book.ts'
import { selectCanWrite, selectEntry } from '#src/machines/kit/entry-dialog.machine.ts'
import { countFields, fieldName, isRight, type PriceField, priceFields } from '../../../machines/billing/price-book-entry.ts'
import type { EntryDialogActor } from '../../../machines/kit/entry-dialog.machine.ts'
import { space } from '../../../theme/theme.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { pricesMessages as messages } from './prices.messages.ts'

const currencyNames = Object.fromEntries(currencies.map((it) => [it, it])) as Record<(typeof currencies)[number], string>
const fields: readonly PriceField[] = [...priceFields, ...countFields]

function faultOf(field: PriceField): string {
  if (field === 'base' || field === 'perThousand') return messages.wrongPrice
  return field === 'included' ? messages.wrongIncluded : messages.wrongCount
}

/** All prices and limits of a new version; it opens with those in force. */
export function PricesDialog({ actor }: { readonly actor: EntryDialogActor }) {
  const entry = useSelector(actor, selectEntry)
  const canWrite = useSelector(actor, selectCanWrite)
  const write = (field: string, text: string) => actor.send({ type: 'user.wrote', field, text })
  const currency = currencies.find((it) => it === entry['currency']) ?? 'USD'
  const draw = (plan: PlanName, field: PriceField) => (
    <Field
      key={field}
      label={messages.fields[field]}
      value={entry[fieldName(plan, field)] ?? ''}
      isBlocked={!canWrite}
      error={isRight(entry, plan, field) ? undefined : faultOf(field)}
      onWrite={(text) => write(fieldName(plan, field), text)}
    />
  )
  return (
    <EntryDialog actor={actor} title={messages.editTitle} submit={messages.submit}>
      <Select
        label={messages.currency}
        options={currencyNames}
        value={currency}
        isBlocked={!canWrite}
        onChoose={(it) => write('currency', it)}
      />
      {planNames.map((plan) => (
        <Plan key={plan}>
          <legend>{plan}</legend>
          {fields.map((field) => draw(plan, field))}
        </Plan>
      ))}
    </EntryDialog>
  )
}

const Plan = styled.fieldset`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(11rem, 100%), 1fr));
  gap: ${space[8]} ${space[12]};
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`
