import styled from 'styled-components'
import type { Proposal } from '#contract/assistant/assistant.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { number } from '../kit/format/numbers.ts'
import { assistantMessages } from './assistant.messages.ts'

const messages = assistantMessages.preview

type Draft = Extract<Proposal, { kind: 'create' }>
type Config = Draft['config']

const linesShown = 4

/** What a side is asked with; nothing where it is not filled in. */
const addressOf = (side: Config['source'] | Config['destination']) =>
  side.type === 'http' && side.url !== '' ? `${side.requestMethod} ${side.url}` : null

/** The steps of a draft from left to right, one under the other: the panel is narrow. */
export function WorkflowPreview({ proposal: { config, source, destination } }: { readonly proposal: Draft }) {
  const { dataMapping, enrichment } = config
  const shown = dataMapping.slice(0, linesShown)
  return (
    <Steps aria-label={messages.title}>
      <Side title={messages.source} name={source} address={addressOf(config.source)} />
      {enrichment.length === 0 ? null : (
        <li>
          <b>{messages.enrichment}</b>
          <span>{number(enrichment.length)}</span>
        </li>
      )}
      <li>
        <b>{messages.mapping}</b>
        <span>{dataMapping.length === 0 ? messages.noFields : messages.fields(number(dataMapping.length))}</span>
        {shown.map(({ sourcePath, targetPath }) => (
          <code key={targetPath}>
            {sourcePath} → {targetPath}
          </code>
        ))}
        {dataMapping.length > shown.length ? <span>{messages.more(number(dataMapping.length - shown.length))}</span> : null}
      </li>
      <Side title={messages.destination} name={destination} address={addressOf(config.destination)} />
    </Steps>
  )
}

type SideProps = { readonly title: string; readonly name: string; readonly address: string | null }

function Side({ title, name, address }: SideProps) {
  return (
    <li>
      <b>{title}</b>
      <span>{name === '' ? messages.open : name}</span>
      {address === null ? null : <code>{address}</code>}
    </li>
  )
}

const Steps = styled.ol`
  display: grid;
  gap: ${space[8]};
  width: 100%;
  margin: 0;
  padding: 0 0 0 ${space[12]};
  border-inline-start: 2px solid ${color['border.default']};
  font: ${font.body};
  list-style: none;

  li {
    display: grid;
    grid-template-columns: 6.5rem minmax(0, 1fr);
  }

  b {
    color: ${color['text.muted']};
    font: ${font.dense};
  }

  code {
    grid-column: 2;
    font: ${font.code};
    overflow-wrap: anywhere;
  }
`
