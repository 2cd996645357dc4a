/** How the rows of the error catalogue come about that belong to validation and to mapping rules. */
import { expect, type PlaywrightTestArgs } from 'playwright/test'
import type { Row } from './catalogue-rows.ts'
import { alert, hang, refuse, type Story, second, waitOut } from './catalogue-tools.ts'
import { Api, signIn } from './console.ts'

async function seededId({ request }: Pick<PlaywrightTestArgs, 'request'>): Promise<string> {
  const seeded = (await (await Api.open(request)).connectors()).find(({ name }) => name === 'Shop orders to CRM')
  return seeded?._id ?? ''
}

export const reviewStories: Readonly<Partial<Record<Row, Story>>> = {
  "Validate data mapping timeout: 'Request timed out. The server might be busy or the data mapping is complex. …'": async (
    args,
  ) => {
    const { page } = args
    await page.clock.install()
    await hang(page, /\/validateDataMapping$/)
    await signIn(page, `/edit-integration/data-mapping/${await seededId(args)}`)
    await page.getByRole('button', { name: 'Check mapping' }).click()
    const words = 'Request timed out. The server might be busy or the data mapping is complex. Please try again.'
    await waitOut(page, 15 * second, words)
    await expect(alert(page).filter({ hasText: words }).getByText('Validation Failed', { exact: true })).toBeVisible()
  },
  "'Validate config failed', 'Get …', 'Save …' and 'Delete mapping rule failed'": async (args) => {
    const { page, request } = args
    const api = await Api.open(request)
    const id = await seededId(args)
    await api.post('/api-connectors/connectors/saveMappingRule', { name: 'Shouting', type: 'constant', value: 'HEY' })

    await refuse(page, /\/validateConfig$/, 'request/unknown-path')
    await signIn(page, `/edit-integration/${id}`)
    await expect(alert(page).getByText('Validate config failed', { exact: true })).toBeVisible()
    await expect(alert(page)).toContainText('Nothing found at this address.')

    const rules = /\/connectors\/mappingRules$/
    await refuse(page, rules, 'request/unknown-path')
    await page.goto(`/edit-integration/data-mapping/${id}`)
    await page
      .getByRole('button', { name: /ransform of / })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('alert')).toContainText('Get mapping rules failed')
    await page.unroute(rules)
    await dialog.getByRole('button', { name: 'Retry' }).click()

    await refuse(page, /\/connectors\/mappingRules\/[\da-f-]{36}$/, 'request/unknown-path')
    await dialog.getByRole('button', { name: 'Delete Shouting' }).click()
    await page.getByRole('button', { name: 'Delete rule' }).click()
    await expect(alert(page).filter({ hasText: 'Delete mapping rule failed' })).toBeVisible()

    await refuse(page, /\/saveMappingRule$/, 'request/unknown-path')
    await dialog.getByRole('button', { name: 'New rule' }).click()
    await dialog.getByLabel('Name of the rule').fill('Louder')
    await dialog.getByLabel('Value', { exact: true }).fill('HEY HEY')
    await dialog.getByRole('button', { name: 'Save and use' }).click()
    await expect(alert(page).filter({ hasText: 'Save mapping rule failed' })).toBeVisible()
  },
}
