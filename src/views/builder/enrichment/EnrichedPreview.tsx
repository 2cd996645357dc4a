import { useId } from 'react'
import styled from 'styled-components'

import type { Sample } from '#contract/builder/probe.ts'
import { font, space } from '#src/theme/theme.ts'
import { CodeRegion } from '../../kit/text/CodeRegion.tsx'
import { enrichmentMessages } from './enrichment.messages.ts'

const messages = enrichmentMessages.test

type EnrichedPreviewProps = {
  /** The record that it was tried with. */
  readonly before: unknown
  readonly sample: Sample
  /** Fields that the enrichment adds. */
  readonly found: number
}

/** A record before an enrichment and after it. */
export function EnrichedPreview({ before, sample: { records, problem }, found }: EnrichedPreviewProps) {
  const id = useId()
  if (records === null && problem !== null) return null
  const [after] = records?.items ?? []
  return (
    <Frame aria-labelledby={id}>
      <Title id={id}>{messages.title}</Title>
      <p>{after === undefined ? messages.nothing : messages.found(found)}</p>
      <Both>
        <Side name={messages.before} value={before} />
        {after === undefined ? null : <Side name={messages.after} value={after} />}
      </Both>
    </Frame>
  )
}

function Side({ name, value }: { readonly name: string; readonly value: unknown }) {
  return (
    <div>
      <strong>{name}</strong>
      <CodeRegion label={name} text={JSON.stringify(value, null, 2)} isTall />
    </div>
  )
}

const Frame = styled.section`
  display: grid;
  gap: ${space[8]};
  min-width: 0;
`

const Title = styled.h3`
  font: ${font.strong};
`

const Both = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr));
  gap: ${space[12]};
  min-width: 0;

  & > div {
    display: grid;
    gap: ${space[4]};
    align-content: start;
    min-width: 0;
  }
`
