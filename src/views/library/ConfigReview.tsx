import styled from 'styled-components'

import { addressOf, hookAddress } from '#contract/connectors/config/address.ts'
import type { ConnectorConfig, NamedValue } from '#contract/connectors/config/config.ts'
import type { DraftShapes, RecordShape } from '#contract/connectors/config/shape.ts'
import { color, font, radius, space } from '../../theme/theme.ts'
import { Card, CardTitle, Hint } from '../kit/layout/blocks.ts'
import { Sentence } from '../kit/text/Sentence.tsx'
import { Facts, Plain } from './lists.ts'
import { templateMessages } from './template.messages.ts'

const messages = templateMessages.review

export type Reviewed = { readonly config: ConnectorConfig; readonly shapes: DraftShapes }
type Side = ConnectorConfig['source'] | ConnectorConfig['destination'] | ConnectorConfig['enrichment'][number]

export function SourceReview({ of: { config, shapes } }: { readonly of: Reviewed }) {
  return (
    <SideReview
      title={messages.source}
      side={config.source}
      shape={shapes.source}
      trigger={config.trigger.type}
      isHook={config.trigger.type === 'webhook'}
    />
  )
}

export function DestinationReview({ of: { config, shapes } }: { readonly of: Reviewed }) {
  return <SideReview title={messages.destination} side={config.destination} shape={shapes.destination} />
}

/** Which field is filled from which, and what is looked up before. */
export function MappingReview({ of: { config, shapes } }: { readonly of: Reviewed }) {
  const { dataMapping, enrichment } = config
  return (
    <>
      <Card aria-label={messages.mapping}>
        <CardTitle>{messages.mapping}</CardTitle>
        <Hint>{dataMapping.length === 0 ? messages.noLines : messages.lines(dataMapping.length)}</Hint>
        <Plain>
          {dataMapping.map(({ id, targetPath, sourcePath, rule, ruleId }) => (
            <li key={id}>
              <Sentence
                of={messages.line}
                parts={{
                  target: <code>{targetPath}</code>,
                  source: rule !== undefined ? rule.name : ruleId !== undefined ? messages.byRule : <code>{sourcePath}</code>,
                }}
              />
            </li>
          ))}
        </Plain>
      </Card>
      {enrichment.map((lookup) => (
        <SideReview
          key={lookup.id}
          title={lookup.title ?? messages.lookups}
          side={lookup}
          shape={shapes.enrichment?.[lookup.id]}
        />
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
        <dt>{messages.kind}</dt>
        <dd>{templateMessages.kind[isHook ? 'webhook' : side.type] ?? side.type}</dd>
        {trigger === undefined ? null : (
          <>
            <dt>{messages.trigger}</dt>
            <dd>{messages.triggers[trigger]}</dd>
          </>
        )}
        <dt>{messages.address}</dt>
        <dd>{isHook ? hookAddress : addressOf(side) || messages.noAddress}</dd>
        {side.requestMethod === undefined ? null : (
          <>
            <dt>{messages.method}</dt>
            <dd>{side.requestMethod}</dd>
          </>
        )}
        <Named title={messages.headers} values={side.headers} />
        <Named title={messages.queries} values={side.queries} />
        <Named title={messages.secretValues} values={side.secrets?.map(({ name }) => ({ key: name, value: '' }))} isNameOnly />
        <Named title={messages.variables} values={side.variables} isNameOnly />
        {auth === undefined ? null : (
          <>
            <dt>{messages.signIn}</dt>
            <dd>
              {messages.auth[auth.type]}
              {auth.type === 'none' ? null : `, ${messages.secretStays}`}
            </dd>
          </>
        )}
      </Facts>
      {body === undefined || body.rawContent === '' ? null : (
        <Body tabIndex={0} role="region" aria-label={messages.body}>
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
              <code>{key}</code> {isNameOnly ? `(${messages.valueStays})` : value} {active ? null : `(${messages.off})`}
            </li>
          ))}
        </Plain>
      </dd>
    </>
  )
}

function Fields({ shape }: { readonly shape: RecordShape | undefined }) {
  if (shape === undefined || shape.fields.length === 0) return <Hint>{messages.noFields}</Hint>
  return (
    <details>
      <summary>{messages.fields(shape.fields.length)}</summary>
      <Plain>
        {shape.fields.map(({ path, types, isRequired, description }) => (
          <li key={path}>
            <code>{path}</code> {types.join(' | ')} {isRequired ? `(${messages.required})` : null} {description}
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
