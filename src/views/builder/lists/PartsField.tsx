import type { ConnectorConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { productLimits } from '#contract/connectors/config/product-limits.ts'
import { partsBy, partsFor, wholeBecause } from '#contract/connectors/runs/source-parts.ts'
import { Select } from '../../kit/controls/Select.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { Block, Tight } from '../systems/form-parts.tsx'
import { partsMessages } from '../systems/side.messages.ts'

type PartsFieldProps = {
  readonly config: Pick<ConnectorConfig, 'source' | 'trigger' | 'destination'>
  readonly isWritable: boolean
  readonly onChange: (source: SourceConfig) => void
}

/** In how many parts a source is read at the same time; where it has only one, the reason. */
export function PartsField({ config, isWritable, onChange }: PartsFieldProps) {
  const { parts = 1, ...rest } = config.source
  const why = wholeBecause(config)
  const { requestsPerSecond: perSecond = 0 } = config.destination
  const most = partsFor(config.destination.requestsPerSecond)
  const numbers = why === null ? Array.from({ length: productLimits.parts }, (_, at) => at + 1) : [...new Set([1, parts])]
  return (
    <Block disabled={!isWritable}>
      <Tight>
        <Select
          label={partsMessages.label}
          options={Object.fromEntries(numbers.map((count) => [String(count), partsMessages.choice(count)]))}
          value={String(parts)}
          onChoose={(chosen) => onChange(chosen === '1' ? rest : { ...rest, parts: Number(chosen) })}
        />
        <Hint>{why ?? (parts > most ? partsMessages.enough(perSecond, most) : partsMessages.hint[partsBy(rest)])}</Hint>
      </Tight>
    </Block>
  )
}
