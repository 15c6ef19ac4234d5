import { normalizeHeader } from "../table-files/cells";

// cspell:disable
// Words without accents, case, spaces and punctuation.
// What a column is about, and when: "is_active", "Account locked at", "suspended_till".
const about = "(?:is|has|was|user|account|member|contact|customer|person|profile|email|subscriber|lead)*";
const when = "(?:at|on|date|time|until|till|since|am|le|el|il|from|end)*";
const active = `active|activated|enabled|approved|accepted|reachable|deliverable|valid|allowed|aktiv|aktiviert|freigeschaltet|actif|active|activee|approuve|approuvee|activo|activa|
  aprobado|aprobada|attivo|attiva|approvato|approvata|ativo|ativa|aprovado|aprovada|actief|goedgekeurd|aktywny|aktywna|активен|активный|активна|одобрен|有効|承認済み|启用|激活|活跃|활성`;
const inactive = `dnc|suspended|suspension|silenced|staged|banned|ban|shadowbanned|locked|lockedout|disabled|deactivated|deleted|archived|inactive|anonymous|anonymized|bot|flagged|muted|
  terminated|rejected|declined|denied|removed|revoked|quarantined|onhold|deceased|canceled|cancelled|withdrawn|invalid|restricted|paused|expelled|
  inaktiv|deaktiviert|geloscht|archiviert|verstorben|suspendu|suspendue|inactif|inactive|desactive|desactivee|supprime|supprimee|archive|archivee|banni|bannie|decede|
  suspendido|suspendida|inactivo|inactiva|desactivado|desactivada|eliminado|eliminada|archivado|fallecido|sospeso|sospesa|inattivo|inattiva|disattivato|disattivata|eliminato|eliminata|
  cancellato|cancellata|archiviato|suspenso|suspensa|inativo|inativa|desativado|desativada|excluido|excluida|arquivado|inactief|gedeactiveerd|verwijderd|geschorst|
  nieaktywny|nieaktywna|zawieszony|usuniety|usunieta|заблокирован|удален|удалён|неактивен|отключен|отключён|архив|無効|停止中|削除済み|凍結|禁用|停用|已删除|冻结|비활성|정지|삭제됨`;
// What words in columns say besides those of headers.
const otherStates =
  "pending|invited|blocked|ldapblocked|expired|lapsed|closed|past|former|churned|onleave|left|unapproved|notapproved|trashed|spam|baja|cesado|gekundigt|ausgetreten|ancien";

const pattern = (list: string): string => list.normalize("NFKD").replace(/[\s\p{M}]+/gu, "");

/** The headers of columns that say who is an ordinary member, and who isn't. */
export const activeHeader = new RegExp(`^${about}(?:${pattern(active)})${when}$`);
export const inactiveHeader = new RegExp(`^${about}(?:${pattern(inactive)})${when}$`);

const activeState = new RegExp(`^(?:${pattern(active)})$`);
const inactiveState = new RegExp(`^(?:${pattern(`${inactive}|${otherStates}`)})$`);

/** Whether some values say that someone isn't an ordinary member, and whether all of them say who is. */
export function memberStates(values: readonly string[]): { hasInactive: boolean; hasOnlyStates: boolean } {
  const names = values.map(normalizeHeader);
  return {
    hasInactive: names.some((name) => inactiveState.test(name)),
    hasOnlyStates: names.every((name) => activeState.test(name) || inactiveState.test(name)),
  };
}
// cspell:enable
