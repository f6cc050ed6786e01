import { newProjectSettings } from '@clube/contract/new-project/settings.ts'
import { defineSettingsEditor, type PromotionEditor } from '../../promotions/promotion.ts'
import { ProjectSettingsFields, ProjectSettingsSummary } from './settings-fields.tsx'

/** The part of a campaign's form that belongs to brand projects. */
export const newProjectEditor: PromotionEditor = {
  settings: defineSettingsEditor({
    schema: newProjectSettings,
    formValuesOf: (settings) => ({
      brand_id: settings?.brand_id ?? '',
      points: settings?.points?.toString() ?? '',
      answer_days: settings ? String(settings.answer_days) : '10',
    }),
    settingsOf: ({ brand_id, points, answer_days }) => ({
      brand_id,
      points: points === '' ? null : Number(points),
      answer_days: Number(answer_days),
    }),
    Fields: ProjectSettingsFields,
    Summary: ProjectSettingsSummary,
  }),
  hints: {
    stock: 'Deixe vazio: projetos não têm estoque.',
    limit: 'Cada participação cadastra 1 projeto. A marca pode ter um limite próprio.',
  },
}
