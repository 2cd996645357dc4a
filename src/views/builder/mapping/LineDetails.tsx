import { useId } from 'react'
import styled from 'styled-components'

import type { MappingEdge } from '#contract/connectors/config/config.ts'
import { targetOf } from '#src/machines/builder/mapping/lines.ts'
import type { MappingActor } from '#src/machines/builder/mapping/mapping.machine.ts'
import type { LineSamples, Sample } from '#src/machines/builder/mapping/samples.ts'
import { color, focusRing, font, radius, space } from '#src/theme/theme.ts'
import { mappingMessages as messages } from './mapping.messages.ts'
import { Path, Stack, Wrong } from './mapping-frame.ts'
import { shown } from './reason-text.ts'

type LineDetailsProps = {
  readonly actor: MappingActor
  readonly line: MappingEdge
  readonly samples: LineSamples | null
}

/** All examples of one line, and where its list stands. */
export function LineDetails({ actor, line, samples }: LineDetailsProps) {
  const id = useId()
  const target = targetOf(line)
  const change = (listPath: string) => {
    if (listPath === (line.listPath ?? '')) return
    actor.send({ type: 'user.changedEdge', id: line.id, change: { listPath } })
  }
  return (
    <Stack>
      {line.isList ? (
        <>
          <label htmlFor={id}>{messages.listPath(target)}</label>
          {/* One change when it is left, so that it is one step to take back. */}
          <Box
            id={id}
            defaultValue={line.listPath ?? ''}
            maxLength={256}
            spellCheck={false}
            aria-describedby={`${id}-hint`}
            onBlur={({ currentTarget }) => change(currentTarget.value)}
            onKeyDown={({ key, currentTarget }) => {
              if (key === 'Enter') change(currentTarget.value)
            }}
          />
          <p id={`${id}-hint`}>{messages.listPathHint}</p>
        </>
      ) : null}
      {samples === null || samples.samples.length === 0 ? (
        <p>{messages.noExamples}</p>
      ) : (
        <ol aria-label={messages.columns.sample}>
          {samples.samples.map((sample, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an example is known by its place
            <li key={at}>
              {messages.example(at + 1)}: <Path>{shown(sample.goesIn)}</Path> → <Out sample={sample} />
            </li>
          ))}
        </ol>
      )}
    </Stack>
  )
}

function Out({ sample: { outcome, comesOut, reason } }: { readonly sample: Sample }) {
  if (outcome === 'made') return <Path>{shown(comesOut)}</Path>
  if (outcome === 'misfit') return <Wrong as="span">{reason}</Wrong>
  return <>{outcome === 'skipped' ? messages.skipped : messages.notPreviewed}</>
}

const Box = styled.input`
  width: 100%;
  min-height: 2rem;
  padding: 0 ${space[12]};
  border: 1px solid ${color['border.control']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};
  font: ${font.code};
  ${focusRing}
`
