import type { MappingEdge } from '#contract/connectors/config/config.ts'
import type { MappingActor } from '#src/machines/builder/mapping/mapping.machine.ts'
import { Select } from '../../kit/controls/Select.tsx'
import { mappingMessages as messages } from './mapping.messages.ts'

/** The mapping of another destination, which can be copied. */
export type CopiedMapping = { readonly id: number; readonly name: string; readonly edges: readonly MappingEdge[] }

type CopyMappingProps = { readonly actor: MappingActor; readonly from: readonly CopiedMapping[] }

/** Takes over the mapping of another destination. Undo brings the own one back. */
export function CopyMapping({ actor, from }: CopyMappingProps) {
  // Keys that look like numbers would be listed first, in the order of their numbers.
  const options = { '': messages.copyFrom, ...Object.fromEntries(from.map(({ id, name }) => [keyOf(id), name])) }
  const copy = (chosen: string) => {
    const edges = from.find(({ id }) => keyOf(id) === chosen)?.edges
    if (edges !== undefined) actor.send({ type: 'user.copied', edges })
  }
  return <Select label={messages.copyFrom} isLabelUnseen options={options} value="" onChoose={copy} />
}

const keyOf = (id: number) => `destination ${id}`
