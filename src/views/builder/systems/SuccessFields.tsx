import { useState } from 'react'

import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import type { SuccessCondition } from '#contract/connectors/config/success-condition.ts'
import type { Timeouts } from '#contract/connectors/config/timeouts.ts'
import type { SideName } from '#src/machines/builder/systems/side-config.ts'
import type { SideFaults } from '#src/machines/builder/systems/side-rules.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { Fold, Pair } from './form-parts.tsx'
import { ListField } from './ListField.tsx'
import { faultAt, sideMessages as messages } from './side.messages.ts'

type SuccessFieldsProps = {
  readonly side: SideName
  readonly config: Pick<DestinationConfig, 'success'>
  /** Undefined: no setting is left. */
  readonly onChange: (success: SuccessCondition | undefined) => void
}

/** A condition without what is empty; undefined when nothing is left of it. */
function changed(success: SuccessCondition, change: SuccessCondition): SuccessCondition | undefined {
  const { statuses = [], contentType = '', field } = { ...success, ...change }
  const kept: SuccessCondition = {
    ...(statuses.length > 0 ? { statuses } : {}),
    ...(contentType === '' ? {} : { contentType }),
    ...(field && field.path !== '' ? { field } : {}),
  }
  return Object.keys(kept).length > 0 ? kept : undefined
}

/** When the response of an HTTP system counts as a success. */
export function SuccessFields({ side, config: { success = {} }, onChange }: SuccessFieldsProps) {
  const { statuses = [], contentType = '', field } = success
  const change = (it: SuccessCondition) => {
    onChange(changed(success, it))
  }
  const changeField = (path: string, value = '') => change({ field: { path, ...(value === '' ? {} : { value }) } })
  return (
    <Fold title={messages.success} isOpen={Object.keys(success).length > 0}>
      <Hint>{messages.successUsual[side]}</Hint>
      <Pair>
        <ListField
          label={messages.statuses}
          values={statuses}
          hint={messages.statusesHint}
          onWrite={(written) => change({ statuses: written })}
        />
        <Field
          label={messages.contentType}
          value={contentType}
          spellCheck={false}
          hint={messages.contentTypeHint}
          onWrite={(text) => change({ contentType: text })}
        />
        <Field
          label={messages.successField}
          value={field?.path ?? ''}
          spellCheck={false}
          hint={messages.successFieldHint}
          onWrite={(path) => changeField(path, field?.value)}
        />
        {field ? (
          <Field
            label={messages.successValue}
            value={field.value ?? ''}
            spellCheck={false}
            hint={messages.successValueHint}
            onWrite={(value) => changeField(field.path, value)}
          />
        ) : null}
      </Pair>
    </Fold>
  )
}

type TimeoutFieldsProps = {
  readonly timeouts: Timeouts | undefined
  readonly faults: SideFaults
  /** Undefined: no setting is left. */
  readonly onChange: (timeouts: Timeouts | undefined) => void
}

/** How long a request of an HTTP system may take. */
export function TimeoutFields({ timeouts = {}, faults, onChange }: TimeoutFieldsProps) {
  const write = (field: keyof Timeouts) => (text: string) => {
    const { [field]: _, ...rest } = timeouts
    if (text === '') onChange(Object.keys(rest).length === 0 ? undefined : rest)
    else if (/^\d{1,4}$/.test(text)) onChange({ ...rest, [field]: Number(text) })
  }
  const field = (name: keyof Timeouts) => (
    <Field
      label={messages.timeouts[name].label}
      value={timeouts[name]?.toString() ?? ''}
      inputMode="numeric"
      hint={messages.timeouts[name].hint}
      error={faultAt(faults, `/timeouts/${name}`)}
      onWrite={write(name)}
    />
  )
  return (
    <Fold title={messages.timeouts.title} isOpen={Object.keys(timeouts).length > 0}>
      <Pair>
        {field('firstByteSeconds')}
        {field('totalSeconds')}
      </Pair>
    </Fold>
  )
}

type PaceFieldProps = {
  readonly perSecond: number | undefined
  readonly faults: SideFaults
  /** Undefined: no setting is left. */
  readonly onChange: (perSecond: number | undefined) => void
}

const rateIn = (text: string) => Number(text.replace(',', '.'))

/** The field for the maximum number of requests per second. A text such as "0." is not a rate yet and stays as it was typed. */
export function PaceField({ perSecond, faults, onChange }: PaceFieldProps) {
  const [typed, setTyped] = useState('')
  const [isLeft, setIsLeft] = useState(false)
  const write = (text: string) => {
    if (!/^\d{0,4}(?:[.,]\d{0,2})?$/.test(text)) return
    setTyped(text)
    setIsLeft(false)
    const rate = rateIn(text)
    onChange(rate > 0 ? rate : undefined)
  }
  const isTyped = (rateIn(typed) || undefined) === perSecond
  const isZero = isTyped && isLeft && perSecond === undefined && typed !== ''
  return (
    <Fold title={messages.pace.title} isOpen={perSecond !== undefined || typed !== ''}>
      <Field
        label={messages.pace.label}
        value={isTyped ? typed : (perSecond?.toString() ?? '')}
        inputMode="decimal"
        hint={messages.pace.hint}
        error={isZero ? messages.faults.paceRange : faultAt(faults, '/requestsPerSecond')}
        onWrite={write}
        onLeave={() => setIsLeft(true)}
      />
    </Fold>
  )
}
