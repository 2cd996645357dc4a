import type { EnrichmentActor } from '#src/machines/builder/enrichment/enrichment.machine.ts'
import type { EnrichmentFault, EnrichmentFaults, ParameterWritten } from '#src/machines/builder/enrichment/enrichment-rules.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { number } from '../../kit/format/numbers.ts'
import { useCan } from '../../kit/use-snapshot.ts'
import { Pair } from '../systems/form-parts.tsx'
import { enrichmentMessages } from './enrichment.messages.ts'

const messages = enrichmentMessages.one

type ParameterRowProps = {
  readonly actor: EnrichmentActor
  readonly at: number
  readonly parameter: ParameterWritten
  readonly faults: EnrichmentFaults
  readonly isDatabase: boolean
  /** Fields of the record that are known; empty when none is. */
  readonly paths: readonly string[]
}

/** One value of the record, and where it goes in the request. */
export function ParameterRow({ actor, at, parameter, faults, isDatabase, paths }: ParameterRowProps) {
  const canRemove = useCan(actor, { type: 'user.removedParameter', at: 0 })
  const title = messages.parameter(number(at + 1))
  const change = (it: Partial<ParameterWritten>) => actor.send({ type: 'user.changedParameter', at, change: it })
  return (
    <Pair role="group" aria-label={title}>
      <Select<ParameterWritten['in']>
        label={messages.in(title)}
        options={isDatabase ? (messages.databasePlaces as Record<ParameterWritten['in'], string>) : messages.places}
        value={parameter.in}
        onChoose={(place) => change({ in: place })}
      />
      <Field
        label={messages.parameterName(title)}
        value={parameter.name}
        spellCheck={false}
        error={
          faults[`parameters/${at}/name`] === 'names' ? messages.faults.parameterName : faultText(faults[`parameters/${at}/name`])
        }
        onWrite={(name) => change({ name })}
      />
      {paths.length === 0 ? (
        <Field
          label={messages.sourcePath(title)}
          value={parameter.sourcePath}
          spellCheck={false}
          error={faultText(faults[`parameters/${at}/sourcePath`])}
          onWrite={(sourcePath) => change({ sourcePath })}
        />
      ) : (
        <Select
          label={messages.sourcePath(title)}
          options={optionsOf(paths, parameter.sourcePath)}
          value={parameter.sourcePath}
          onChoose={(sourcePath) => change({ sourcePath })}
        />
      )}
      {canRemove ? (
        <div>
          <Button kind="quiet" onPress={() => actor.send({ type: 'user.removedParameter', at })}>
            {messages.removeParameter(title)}
          </Button>
        </div>
      ) : null}
    </Pair>
  )
}

/** What is written stays to be chosen, whether it is known or not. */
const optionsOf = (paths: readonly string[], written: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...new Set(['', written, ...paths])].map((path) => [path, path === '' ? messages.chooseField : path]))

/** What is only missing is said at the end of the form. */
function faultText(fault: EnrichmentFault | undefined): string | undefined {
  if (fault === 'long' || fault === 'place' || fault === 'names') return messages.faults[fault]
  return undefined
}
