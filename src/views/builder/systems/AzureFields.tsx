import type { AzureConfig } from '#contract/connectors/config/config.ts'
import type { SideConfig, SideName } from '#src/machines/builder/systems/side-config.ts'
import type { SideFaults } from '#src/machines/builder/systems/side-rules.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { Pair } from './form-parts.tsx'
import { faultAt, sideMessages as messages } from './side.messages.ts'

type AzureFieldsProps = {
  readonly side: SideName
  readonly config: SideConfig
  readonly faults: SideFaults
  readonly onChange: (azure: AzureConfig) => void
}

const blank: AzureConfig = { endpoint: '', container: '', format: 'json' }

function withDelimiter({ delimiter: _, ...rest }: AzureConfig, text: string): AzureConfig {
  return text === '' ? rest : { ...rest, delimiter: text.slice(-1) }
}

export function AzureFields({ side, config: { azureConfig: azure = blank }, faults, onChange }: AzureFieldsProps) {
  const told = (field: string) => faultAt(faults, `/azureConfig/${field}`)
  return (
    <Pair>
      <Field
        label={messages.endpoint}
        value={azure.endpoint}
        type="url"
        hint={messages.endpointHint}
        error={told('endpoint')}
        onWrite={(endpoint) => onChange({ ...azure, endpoint })}
      />
      <Field
        label={messages.container}
        value={azure.container}
        spellCheck={false}
        error={told('container')}
        onWrite={(container) => onChange({ ...azure, container })}
      />
      <Field
        label={messages.prefix}
        value={azure.prefix ?? ''}
        spellCheck={false}
        hint={side === 'destination' ? messages.writePrefixHint : messages.readPrefixHint}
        onWrite={(prefix) => onChange({ ...azure, prefix })}
      />
      <Select
        label={messages.format}
        options={messages.formats}
        value={azure.format}
        onChoose={(format) => onChange({ ...(format === 'csv' ? azure : withDelimiter(azure, '')), format })}
      />
      {azure.format === 'csv' ? (
        <Field
          label={messages.delimiter}
          value={azure.delimiter ?? ''}
          onWrite={(text) => onChange(withDelimiter(azure, text))}
        />
      ) : null}
    </Pair>
  )
}
