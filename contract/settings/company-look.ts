/** How the own company looks: read by everybody who has signed in. */
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { CompanyLook } from './company-settings.ts'

export const companyLookEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/company',
    summary: "Get your company's name, logo, colors, formats and dashboard",
    isOpenBeforeSetup: true,
    access: everyRole,
    scope: 'settings:read',
    status: 200,
    reply: CompanyLook,
  }),
} as const
