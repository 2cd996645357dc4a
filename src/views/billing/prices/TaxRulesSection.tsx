import { useSelector } from '@xstate/react'

import { countryName, countryNames } from '#contract/billing/countries.ts'
import type { TaxRule, TaxRules } from '#contract/billing/tax-rules.ts'
import { rateOf } from '#contract/kit/money/minor-units.ts'
import { selectCanWrite, selectEntry } from '#src/machines/kit/entry-dialog.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { newRule } from '../../../machines/billing/tax-rule-entry.ts'
import type { EntryDialogActor } from '../../../machines/kit/entry-dialog.machine.ts'
import { taxRuleMachine, taxRulesMachine } from '../../../services/billing/tax-rules.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { Switch } from '../../kit/controls/Switch.tsx'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { dayOf } from '../../kit/format/times.ts'
import { Hint } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { taxRuleMessages as messages } from './tax-rules.messages.ts'

/** Taxes by country, for the operator. */
export function TaxRulesSection() {
  const access = useAccess()
  const actor = useMachine(() => taxRulesMachine(access), [access], { query: {} })
  const adding = useMachine(
    () =>
      taxRuleMachine(access, () => {
        toast(messages.saved)
        actor.send({ type: 'user.refreshed' })
      }),
    [access, actor],
  )
  const open = () => adding.send({ type: 'user.opened', entry: newRule(new Date().toISOString().slice(0, 10)) })
  return (
    <ListFrame<TaxRules> actor={actor} name={messages.name} empty={null} isBare>
      {({ items }) =>
        items.map(({ data, operatorCountry: country }) => (
          <SettingsCard
            key="rules"
            title={messages.title}
            sub={messages.sub}
            aside={<Button onPress={open}>{messages.add}</Button>}
          >
            {data.length === 0 ? <p>{messages.none}</p> : <Rules rules={data} />}
            <Hint>{country === null ? messages.operatorUnknown : messages.operatorIn(countryName(country))}</Hint>
            <RuleDialog actor={adding} />
          </SettingsCard>
        ))
      }
    </ListFrame>
  )
}

function Rules({ rules }: { readonly rules: readonly TaxRule[] }) {
  const { columns: titles } = messages
  const columns: readonly Column<TaxRule>[] = [
    { ...{ id: 'country', title: titles.country, width: 'minmax(7rem, 1.2fr)' }, draw: ({ country }) => countryName(country) },
    {
      onPhone: 'plain',
      ...{ id: 'tax', title: titles.tax, width: 'minmax(7rem, 1.2fr)' },
      draw: ({ name, rate }) => messages.taxOf(name, rate),
    },
    {
      ...{ id: 'reverseCharge', title: titles.reverseCharge, width: 'minmax(8rem, 1.2fr)' },
      draw: ({ reverseCharge }) => (reverseCharge ? messages.yes : messages.no),
    },
    { ...{ id: 'from', title: titles.from, width: 'minmax(6rem, 1fr)' }, draw: ({ from }) => from },
    {
      ...{ id: 'status', title: titles.status, width: 'minmax(7rem, 1fr)' },
      draw: ({ isInForce }) => (
        <StatusDot look={isInForce ? 'ok' : 'off'}>{isInForce ? messages.inForce : messages.notInForce}</StatusDot>
      ),
    },
    {
      ...{ id: 'setBy', title: titles.setBy, width: 'minmax(8rem, 1.5fr)' },
      draw: ({ createdAt, createdBy }) => `${dayOf(new Date(createdAt))}, ${createdBy ?? messages.byUnknown}`,
    },
  ]
  return <Table name={messages.title} rows={rules} columns={columns} keyOf={({ id }) => id} />
}

function RuleDialog({ actor }: { readonly actor: EntryDialogActor }) {
  const { country = '', name = '', rate = '', from = '', reverseCharge = '' } = useSelector(actor, selectEntry)
  const canWrite = useSelector(actor, selectCanWrite)
  const { fields } = messages
  const write = (field: string) => (text: string) => actor.send({ type: 'user.wrote', field, text })
  const of = (field: string) => ({ isBlocked: !canWrite, onWrite: write(field) })
  return (
    <EntryDialog actor={actor} title={messages.add} submit={messages.submit}>
      <Select
        label={fields.country}
        options={{ '': messages.noCountry, ...countryNames }}
        value={country}
        isBlocked={!canWrite}
        onChoose={write('country')}
      />
      <Field label={fields.name} value={name} hint={messages.nameHint} {...of('name')} />
      <Field
        label={fields.rate}
        value={rate}
        hint={messages.rateHint}
        error={rateOf(rate) === null ? messages.wrongRate : undefined}
        {...of('rate')}
      />
      <Field label={fields.from} type="date" value={from} hint={messages.fromHint} {...of('from')} />
      <Switch
        label={fields.reverseCharge}
        isOn={reverseCharge === 'yes'}
        isBlocked={!canWrite}
        onTurn={(isOn) => write('reverseCharge')(isOn ? 'yes' : '')}
      />
    </EntryDialog>
  )
}
