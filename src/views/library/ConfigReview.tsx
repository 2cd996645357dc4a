import styled from 'styled-components'

import { addressOf, hookAddress } from '#contract/connectors/config/address.ts'
import type { ConnectorConfig, NamedValue } from '#contract/connectors/config/config.ts'
import type { DraftShapes, RecordShape } from '#contract/connectors/config/shape.ts'
import { color, font, radius, space } from '../../theme/theme.ts'
import { Card, CardTitle, Hint } from '../kit/layout/blocks.ts'
import { Sentence } from '../kit/text/Sentence.tsx'
import { Facts, Plain } from './lists.ts'
import { templateWords } from './template.messages.ts'

const words = templateWords.review

export type Reviewed = { readonly config: ConnectorConfig; readonly shapes: DraftShapes }
type Side = ConnectorConfig['source'] | ConnectorConfig['destination'] | ConnectorConfig['enrichment'][number]

export function SourceReview({ of: { config, shapes } }: { readonly of: Reviewed }) {
  return (
    <SideReview
      title={words.source}
      side={config.source}
      shape={shapes.source}
      trigger={config.trigger.type}
      isHook={config.trigger.type === 'webhook'}
    />
  )
}

export function DestinationReview({ of: { config, shapes } }: { readonly of: Reviewed }) {
  return <SideReview title={words.destination} side={config.destination} shape={shapes.destination} />
}

/** Which field is filled from which, and what is looked up before. */
export function MappingReview({ of: { config, shapes } }: { readonly of: Reviewed }) {
  const { dataMapping, enrichment } = config
  return (
    <>
      <Card aria-label={words.mapping}>
        <CardTitle>{words.mapping}</CardTitle>
        <Hint>{dataMapping.length === 0 ? words.noLines : words.lines(dataMapping.length)}</Hint>
        <Plain>
          {dataMapping.map(({ id, targetPath, sourcePath, rule, ruleId }) => (
            <li key={id}>
              <Sentence
                of={words.line}
                parts={{
                  target: <code>{targetPath}</code>,
                  source: rule !== undefined ? rule.name : ruleId !== undefined ? words.byRule : <code>{sourcePath}</code>,
                }}
              />
            </li>
          ))}
        </Plain>
      </Card>
      {enrichment.map((lookup) => (
        <SideReview key={lookup.id} title={lookup.title ?? words.lookups} side={lookup} shape={shapes.enrichment?.[lookup.id]} />
      ))}
    </>
  )
}

type SideReviewProps = {
  readonly title: string
  readonly side: Side
  readonly shape: RecordShape | undefined
  readonly trigger?: ConnectorConfig['trigger']['type']
  readonly isHook?: boolean
}

function SideReview({ title, side, shape, trigger, isHook = false }: SideReviewProps) {
  const { auth, body } = side
  return (
    <Card aria-label={title}>
      <CardTitle>{title}</CardTitle>
      <Facts>
        <dt>{words.kind}</dt>
        <dd>{templateWords.kind[isHook ? 'webhook' : side.type] ?? side.type}</dd>
        {trigger === undefined ? null : (
          <>
            <dt>{words.trigger}</dt>
            <dd>{words.triggers[trigger]}</dd>
          </>
        )}
        <dt>{words.address}</dt>
        <dd>{isHook ? hookAddress : (addressOf(side) ?? words.noAddress)}</dd>
        {side.requestMethod === undefined ? null : (
          <>
            <dt>{words.method}</dt>
            <dd>{side.requestMethod}</dd>
          </>
        )}
        <Named title={words.headers} values={side.headers} />
        <Named title={words.queries} values={side.queries} />
        <Named title={words.variables} values={side.variables} isNameOnly />
        {auth === undefined ? null : (
          <>
            <dt>{words.signIn}</dt>
            <dd>
              {words.auth[auth.type]}
              {auth.type === 'none' ? null : `, ${words.secretStays}`}
            </dd>
          </>
        )}
      </Facts>
      {body === undefined || body.rawContent === '' ? null : (
        <Body tabIndex={0} role="region" aria-label={words.body}>
          {body.rawContent}
        </Body>
      )}
      <Fields shape={shape} />
    </Card>
  )
}

function Named({
  title,
  values = [],
  isNameOnly = false,
}: {
  readonly title: string
  readonly values?: readonly NamedValue[] | undefined
  readonly isNameOnly?: boolean
}) {
  if (values.length === 0) return null
  return (
    <>
      <dt>{title}</dt>
      <dd>
        <Plain>
          {values.map(({ key, value, active = true }) => (
            <li key={`${key} ${value}`}>
              <code>{key}</code> {isNameOnly ? `(${words.valueStays})` : value} {active ? null : `(${words.off})`}
            </li>
          ))}
        </Plain>
      </dd>
    </>
  )
}

function Fields({ shape }: { readonly shape: RecordShape | undefined }) {
  if (shape === undefined || shape.fields.length === 0) return <Hint>{words.noFields}</Hint>
  return (
    <details>
      <summary>{words.fields(shape.fields.length)}</summary>
      <Plain>
        {shape.fields.map(({ path, types, isRequired, description }) => (
          <li key={path}>
            <code>{path}</code> {types.join(' | ')} {isRequired ? `(${words.required})` : null} {description}
          </li>
        ))}
      </Plain>
    </details>
  )
}

const Body = styled.pre`
  max-height: 12rem;
  margin: 0;
  padding: ${space[8]} ${space[12]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.control};
  font: ${font.code};
  white-space: pre-wrap;
  overflow: auto;
`
