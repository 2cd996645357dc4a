/** The rows of the error catalogue that the pages of templates and public connectors tell. */
import { expect, type Page } from 'playwright/test'

import { problem } from '#contract/kit/problem.ts'
import type { Template } from '#contract/library/template.ts'
import type { Row } from './catalogue-rows.ts'
import { alert, refuse, type Story } from './catalogue-tools.ts'
import { Api, signIn } from './console.ts'

const nothing = 'Nothing found at this address.'

/** First what the catalogue says, then what the server said. */
async function reads(page: Page, words: string): Promise<void> {
  await expect(alert(page).getByText(words, { exact: true })).toBeVisible()
  await expect(alert(page)).toContainText(`${words}${nothing}`)
}

/** Calls of one method fail; what the page reads does not. */
async function refuseCall(page: Page, method: 'POST' | 'PUT'): Promise<void> {
  const body = problem('request/unknown-path')
  await page.route(/\/api\/templates\/?$/, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: body.status, contentType: 'application/problem+json', body: JSON.stringify(body) })
      : route.fallback(),
  )
}

export const templateStories: Readonly<Partial<Record<Row, Story>>> = {
  "'Failed to fetch templates', 'Failed to fetch template', 'Create …' and 'Update public connector failed'": async ({
    page,
    request,
  }) => {
    const api = await Api.open(request)
    const connectorId = await api.copyOfSeeded('To be published', (config) => config)
    const { _id } = await api.post<Template>('/api/templates', {
      connectorId,
      name: 'Published before',
      description: '',
      category: '',
      tags: [],
    })
    await refuse(page, /\/api\/templates\?/, 'request/unknown-path')
    await refuse(page, /\/api\/templates\/sandbox-shop-to-crm$/, 'request/unknown-path')
    await refuseCall(page, 'POST')
    await refuseCall(page, 'PUT')
    await signIn(page, '/connector-library')
    await reads(page, 'Failed to fetch templates')

    await page.goto('/connector-library/sandbox-shop-to-crm')
    await reads(page, 'Failed to fetch template')

    await page.goto('/public/integration-profile')
    await page.getByLabel('Connector', { exact: true }).selectOption({ label: 'To be published' })
    await page.goto('/public/public-integration')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await reads(page, 'Create public connector failed')
    await expect(page.getByLabel('Name', { exact: true }), 'what was written stays').toHaveValue('To be published')

    await page.goto(`/edit-public-connector/${_id}`)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await reads(page, 'Update public connector failed')
  },
}
