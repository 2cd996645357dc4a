import styled from 'styled-components'

import { articleHref } from '#contract/kit/help-links.ts'
import { font, space } from '../../../theme/theme.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { CodeRegion } from '../../kit/text/CodeRegion.tsx'
import { mcpMessages as messages } from './mcp.messages.ts'

/** How a program of AI connects to Datacrane by the Model Context Protocol. */
export function McpCard({ address }: { readonly address: string }) {
  return (
    <SettingsCard title={messages.title} sub={messages.sub}>
      <Steps>
        <li>
          {messages.key} <PlainLink href="/system-settings?tab=api-keys">{messages.keys}</PlainLink>
        </li>
        <li>{messages.client}</li>
      </Steps>
      <CodeRegion label={messages.example} text={messages.config(address)} />
      <p>{messages.safe}</p>
      <PlainLink href={articleHref('setting-mcp')}>{messages.more}</PlainLink>
    </SettingsCard>
  )
}

const Steps = styled.ol`
  display: grid;
  gap: ${space[4]};
  margin: 0;
  padding-left: ${space[24]};
  list-style: decimal;
  font: ${font.body};
`
