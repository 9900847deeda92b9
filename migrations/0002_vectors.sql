CREATE TABLE `product_vectors` (
	`type_id` text NOT NULL,
	`chunk` integer NOT NULL,
	`embedder` text NOT NULL,
	`indices` text NOT NULL,
	`vectors` text NOT NULL,
	PRIMARY KEY(`type_id`, `chunk`)
);
--> statement-breakpoint
ALTER TABLE `catalog_meta` ADD `embedder` text DEFAULT '' NOT NULL;