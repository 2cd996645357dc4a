import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import { articleHref } from '#contract/kit/help-links.ts'
import type { AiSettings } from '#contract/settings/ai/ai-integrations.ts'
import { type AiProvider, aiProviders } from '#contract/settings/ai/ai-limits.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { selectCanChange, selectDraft, selectProblem } from '#src/machines/kit/settings-section.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { faultAt } from '../../../machines/kit/field-fault.ts'
import type { SettingsSectionActor } from '../../../machines/kit/settings-section.machine.ts'
import { type AiDraft, faultOfTokens, nameIn } from '../../../machines/settings/ai-draft.ts'
import { aiSettingsMachine, aiTestFor, aiUsageMachine, openedAiSettings } from '../../../services/settings/ai.actors.ts'
import { mcpAddress } from '../../../services/settings/mcp-address.ts'
import { font, space } from '../../../theme/theme.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { Switch } from '../../kit/controls/Switch.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { number } from '../../kit/format/numbers.ts'
import { Hint, Stack } from '../../kit/layout/blocks.ts'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { SaveBar } from '../../kit/layout/SaveBar.tsx'
import { SectionFrame } from '../../kit/layout/SectionFrame.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { StickyFooter } from '../../kit/layout/StickyFooter.tsx'
import { CodeRegion } from '../../kit/text/CodeRegion.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { settingsPageMessages } from '../settings.messages.ts'
import type { SettingsTabProps } from '../settings-tab.ts'
import { assistantChoices, aiMessages as messages } from './ai.messages.ts'
import { mcpMessages } from './mcp.messages.ts'
import { ProviderCard } from './ProviderCard.tsx'

/** Which providers may answer, and which one the assistant asks. */
export function AiTab({ user, title }: SettingsTabProps) {
  const access = useAccess()
  const section = useMachine(
    () => aiSettingsMachine(access, user.companyId, () => toast(messages.saved)),
    [access, user.companyId],
    openedAiSettings(user.companyId),
  )
  return (
    <PageFrame title={title} where={settingsPageMessages.page} sub={messages.sub}>
      <SectionFrame actor={section} name={messages.name}>
        <Stack>
          <AssistantCard section={section} />
          {aiProviders.map((provider) => (
            <Provider key={provider} {...{ provider, section }} />
          ))}
          <McpCard address={mcpAddress()} />
        </Stack>
        <StickyFooter>
          <SaveBar actor={section} saved={messages.saved} nameChange={nameOf} />
        </StickyFooter>
      </SectionFrame>
    </PageFrame>
  )
}

/** `openai.apiKey` → "OpenAI: API key". */
function nameOf(name: string): string {
  const [provider = '', field = ''] = name.split('.')
  const own = aiProviders.find((it) => it === provider)
  if (own !== undefined) {
    const word = field === 'enabled' ? messages.enabled : field === 'apiKey' ? messages.apiKey : messages.fields[field]
    return `${messages.names[own]}: ${word ?? field}`
  }
  if (name === 'tokensADay') return messages.assistant.tokens
  return name === 'allowPayloads' ? messages.assistant.allowPayloads : messages.assistant.provider
}

type OfSection = { readonly section: SettingsSectionActor }

function Provider({ provider, section }: OfSection & { readonly provider: AiProvider }) {
  const access = useAccess()
  const test = useMachine(() => aiTestFor(access), [access], { provider, draft: null })
  return <ProviderCard {...{ provider, section, test }} />
}

function AssistantCard({ section }: OfSection) {
  const draft = useSelector(section, selectDraft<AiDraft>)
  const problem = useSelector(section, selectProblem)
  const canChange = useSelector(section, selectCanChange)
  const change = (it: Partial<AiDraft>) => section.send({ type: 'user.changed', change: it as Record<string, unknown> })
  const { assistant: texts } = messages
  const { assistantProvider: chosen } = draft
  const isOff = chosen !== 'built-in' && draft[nameIn(chosen, 'enabled')] !== true
  return (
    <SettingsCard title={texts.title} sub={texts.sub}>
      <Select
        label={texts.provider}
        options={assistantChoices(texts.builtIn)}
        value={chosen}
        isBlocked={!canChange}
        error={isOff ? faultAt(problem, '/value/assistantProvider') : undefined}
        onChoose={(assistantProvider) => change({ assistantProvider })}
      />
      <Switch
        label={texts.allowPayloads}
        hint={texts.allowPayloadsHint}
        isOn={draft.allowPayloads}
        isBlocked={!canChange}
        onTurn={(allowPayloads) => change({ allowPayloads })}
      />
      <Field
        label={texts.tokens}
        hint={texts.tokensHint}
        inputMode="numeric"
        value={draft.tokensADay}
        isBlocked={!canChange}
        error={faultOfTokens(draft)}
        onWrite={(tokensADay) => change({ tokensADay })}
      />
      <Usage />
    </SettingsCard>
  )
}

/** What was used today, and how the provider did last. */
function Usage() {
  const access = useAccess()
  const reading = useMachine(() => aiUsageMachine(access), [access], { query: {} })
  const read = useSelector(reading, selectPage<AiSettings>)?.items[0] ?? null
  if (read === null) return null
  const { usage, last } = read
  const { assistant: texts } = messages
  return (
    <>
      <Hint>{texts.usage(number(usage.calls), number(usage.tokens))}</Hint>
      {last === null ? null : (
        <p>
          <StatusDot look={last.isOk ? 'ok' : 'bad'}>
            {last.isOk ? texts.lastOk(last.provider) : texts.lastBad(last.provider, last.said)}
          </StatusDot>{' '}
          <Moment at={last.at} />
        </p>
      )}
    </>
  )
}

/** How a program of AI connects to Datacrane by the Model Context Protocol. */
function McpCard({ address }: { readonly address: string }) {
  return (
    <SettingsCard title={mcpMessages.title} sub={mcpMessages.sub}>
      <Steps>
        <li>
          {mcpMessages.key} <PlainLink href="/system-settings?tab=api-keys">{mcpMessages.keys}</PlainLink>
        </li>
        <li>{mcpMessages.client}</li>
      </Steps>
      <CodeRegion label={mcpMessages.example} text={mcpMessages.config(address)} />
      <p>{mcpMessages.safe}</p>
      <PlainLink href={articleHref('setting-mcp')}>{mcpMessages.more}</PlainLink>
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
