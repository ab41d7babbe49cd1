import { NewsAnnouncement } from "#app/models/index.server.ts";
import { notifyOfNews } from "#app/services/notifications/notify-of-news.server.ts";
import { leaseJob } from "./lease-job.server.ts";

export const newsAnnouncements = leaseJob({
  name: "news announcements",
  model: NewsAnnouncement,
  where: { state: "queued" },
  limit: 1,
  parallel: 1,
  work: notifyOfNews,
});
