//! Codes of diagnostics: stable names in kebab case, each with a default severity and a page.
//!
//! Each code is one line in `codes!`. The page `docs/codes/<slug>.md` is embedded, so a code without a page does not
//! compile; its bad and good examples are tests.

use super::Severity;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use slip_keyword::keyword_enum;

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $name:ident $slug:literal $severity:ident;)*) => {
        keyword_enum! {
            /// Code of a diagnostic. The order is alphabetical by slug.
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
            pub enum Code { $($(#[doc = $doc])* $name = $slug,)* }

            /// Returns the stable name.
            pub const fn slug(self) -> &'static str;

            /// Returns the code with this slug.
            pub fn from_slug(word: &str) -> Option<Self>;
        }

        impl Code {
            /// Returns the default severity, which a lint level may change.
            pub const fn severity(self) -> Severity {
                match self { $(Code::$name => Severity::$severity,)* }
            }

            /// Returns the page that `slipyard explain` prints, in Markdown.
            pub const fn page(self) -> &'static str {
                match self { $(Code::$name => include_str!(concat!("../../../../docs/codes/", $slug, ".md")),)* }
            }
        }
    };
}

codes! {
    /// A design advises against it.
    Advice "advice" Warning;
    /// Aliases that stand for each other in a circle.
    AliasCircle "alias-circle" Error;
    /// A kind with several designs needs one named.
    AmbiguousDesign "ambiguous-design" Error;
    /// A name with several possible meanings.
    AmbiguousName "ambiguous-name" Error;
    /// A call, stunt or list has the wrong number of arguments.
    ArgumentCount "argument-count" Error;
    /// Aspects that do not cover each phase of a life in order.
    AspectPhases "aspect-phases" Warning;
    /// A name with characters that names may not have.
    BadName "bad-name" Error;
    /// The campaign bans it.
    BannedItem "banned" Error;
    /// An ambush that cannot see its target, or cannot be found.
    BlindAmbush "blind-ambush" Warning;
    /// A border between zones that do not touch in the picture.
    BorderApart "border-apart" Warning;
    /// A border written twice.
    BorderTwice "border-twice" Error;
    /// An effect at building in an encounter, where building is over.
    BuiltTooLate "built-too-late" Warning;
    /// An attached person who cannot raise the skill of the unit.
    CannotAmplify "cannot-amplify" Error;
    /// A leader whose design cannot lead.
    CannotLead "cannot-lead" Error;
    /// A comparison of a comparison.
    ChainedComparison "chained-comparison" Error;
    /// A cluster whose systems are not all joined.
    ClusterApart "cluster-apart" Error;
    /// A cluster with fewer or more systems than usual.
    ClusterSize "cluster-size" Warning;
    /// Two patches that change the same thing differently.
    ConflictingPatches "conflicting-patches" Error;
    /// Two effects of one thing that cannot both hold.
    ContradictoryEffects "contradictory-effects" Error;
    /// A map with fewer zones than units that fight on it.
    CrowdedMap "crowded-map" Note;
    /// A number with decimals.
    DecimalNumber "decimal-number" Error;
    /// Packages that depend on each other in a circle.
    DependencyCycle "dependency-cycle" Error;
    /// A rule adds an aspect.
    DerivedAspect "derived-aspect" Note;
    /// An aspect the rules add anyway was written.
    DerivedAspectWritten "derived-aspect-written" Note;
    /// Fewer dice are spent than a background gives.
    DiceLeft "dice-left" Warning;
    /// More dice are spent than a background gives.
    DiceOverspent "dice-overspent" Error;
    /// A doctrine for another kind of play.
    DoctrineOfOtherPlay "doctrine-of-other-play" Error;
    /// Another item of the catalogue is at least as good in everything and costs no more.
    DominatedDesign "dominated-design" Warning;
    /// An entry that may be written only once is repeated.
    DuplicateEntry "duplicate-entry" Error;
    /// A name is declared twice.
    DuplicateName "duplicate-name" Error;
    /// Two packages of one name.
    DuplicatePackage "duplicate-package" Error;
    /// An effect whose condition is always false.
    EffectNeverApplies "effect-never-applies" Error;
    /// An effect of a ruleset or place without a subject.
    EffectWithoutSubject "effect-without-subject" Error;
    /// An effect with words that no kind of play of its carrier has.
    EffectWrongPlay "effect-wrong-play" Error;
    /// A range that contains no value.
    EmptyRange "empty-range" Error;
    /// A track without boxes.
    EmptyTrack "empty-track" Warning;
    /// An `=` or `:` between a key and its value.
    EqualsSign "equals-sign" Error;
    /// Two stunts that exclude each other.
    ExcludedStunt "excluded-stunt" Error;
    /// A track that may not be changed.
    FixedTrack "fixed-track" Error;
    /// A doctrine based on one for another kind of play.
    ForeignBase "foreign-base" Error;
    /// A package called `std` that is not the standard library.
    ForeignStd "foreign-std" Error;
    /// A formula has no value: overflow, division by zero, an index outside its list.
    FormulaFault "formula-fault" Error;
    /// A number where a truth value is expected, or the reverse.
    FormulaType "formula-type" Error;
    /// A Cost of 0 or below: simply granted.
    FreeOfCharge "free-of-charge" Note;
    /// Items derived from each other in a circle.
    FromCircle "from-circle" Error;
    /// A base of another kind of thing.
    FromOtherKind "from-other-kind" Error;
    /// Characters that readers do not see, or names that look alike.
    HiddenCharacters "hidden-characters" Warning;
    /// A border that no unit of the battle can cross.
    HopelessBorder "hopeless-border" Warning;
    /// A person at a station without duties.
    IdleStation "idle-station" Warning;
    /// A stunt without effect that is not marked as such.
    IdleStunt "idle-stunt" Error;
    /// A row of a table that no roll can reach.
    ImpossibleRow "impossible-row" Error;
    /// A victory that can never come true.
    ImpossibleVictory "impossible-victory" Error;
    /// A character at two places at once.
    InTwoPlaces "in-two-places" Error;
    /// A letter in a picture that no zone is drawn with.
    LetterWithoutZone "letter-without-zone" Error;
    /// A price or limit on a permanent effect.
    LimitOnStandingEffect "limit-on-standing-effect" Error;
    /// A lock file that cannot be read.
    LockFile "lock-file" Error;
    /// A dependency that differs from the one pinned by the lock file.
    LockMismatch "lock-mismatch" Warning;
    /// A lock file that lacks dependencies, or pins some that are gone.
    LockOutdated "lock-outdated" Note;
    /// A modal weapon with fewer than two modes.
    LoneMode "lone-mode" Error;
    /// A player-owned ship that trades too little to pay for itself.
    LowTrade "low-trade" Warning;
    /// A value in the manifest with the wrong form, or a missing value.
    Manifest "manifest" Error;
    /// A manifest that is not TOML.
    ManifestSyntax "manifest-syntax" Error;
    /// More slipstreams at one system than rolls can give.
    ManySlipstreams "many-slipstreams" Warning;
    /// Merge conflict left in a text by version control.
    MergeConflict "merge-conflict" Error;
    /// Aspect slots left empty.
    MissingAspects "missing-aspects" Warning;
    /// A dependency that is not where the manifest says.
    MissingDependency "missing-dependency" Error;
    /// An entry that must be written is missing.
    MissingEntry "missing-entry" Error;
    /// Characters of a wargame that are not made by the same rules.
    MixedCharacters "mixed-characters" Error;
    /// Two stunts that make a weapon modal.
    MixedModes "mixed-modes" Error;
    /// A `+` in a doctrine that changes nothing.
    NeedlessPlus "needless-plus" Warning;
    /// Brackets nested beyond the limit.
    NestedTooDeeply "nested-too-deeply" Error;
    /// A doctrine line whose options never exist.
    NeverFits "never-fits" Warning;
    /// A craft that depends on another ship, sent out alone.
    NoCarrier "no-carrier" Error;
    /// An actor without a zone to start in.
    NoStartZone "no-start-zone" Error;
    /// A zone that no unit of the battle can leave.
    NoWayOut "no-way-out" Warning;
    /// A name that no actor of the encounter has.
    NobodyCalled "nobody-called" Error;
    /// A person or thing that this conflict cannot hurt.
    NotACombatant "not-a-combatant" Error;
    /// A thing in a gear list that cannot be carried.
    NotGear "not-gear" Error;
    /// A thing that cannot be in play from the start.
    NotInPlay "not-in-play" Error;
    /// A file that is not UTF-8 text.
    NotUtf8 "not-utf8" Error;
    /// A part that this version parses but does not run yet.
    NotYet "not-yet" Note;
    /// State is carried into an encounter whose actors were not in the one before.
    NothingToCarry "nothing-to-carry" Warning;
    /// A `without` that removes nothing.
    NothingToDrop "nothing-to-drop" Warning;
    /// A number beyond the limit.
    NumberTooLarge "number-too-large" Error;
    /// A name that an alias keeps alive.
    OldName "old-name" Note;
    /// Value of each side of a battle.
    OrderOfBattle "order-of-battle" Note;
    /// A package that is checked with another standard library.
    OtherRules "other-rules" Note;
    /// Units that begin outside the command range of their leader.
    OutOfCommand "out-of-command" Warning;
    /// A link that leads out of the package.
    OutsidePackage "outside-package" Error;
    /// More is spent than the technology allows.
    OverBudget "over-budget" Error;
    /// Too many passengers of a carrier, or passengers it does not take.
    Overloaded "overloaded" Error;
    /// A patch of the package's own item.
    OwnPatch "own-patch" Error;
    /// A packed dependency whose hash differs from the manifest.
    PackMismatch "pack-mismatch" Error;
    /// An argument is not of its parameter's kind.
    ParameterKind "parameter-kind" Error;
    /// A skill that is never rolled, put to a roll by a stunt.
    PassiveSkill "passive-skill" Warning;
    /// Rows of a picture that differ in length.
    RaggedPicture "ragged-picture" Warning;
    /// A stunt that is already given for free.
    RedundantStunt "redundant-stunt" Warning;
    /// A file that is not a valid pack.
    RefusedPack "refused-pack" Error;
    /// A skill written twice.
    RepeatedSkill "repeated-skill" Error;
    /// A stunt bought more often than allowed.
    RepeatedStunt "repeated-stunt" Error;
    /// A requirement of the design is not met.
    RequirementFailed "requirement-failed" Error;
    /// A standard library that differs from the pinned one, or two of them in one program.
    RulesMismatch "rules-mismatch" Error;
    /// Two rulesets that set the same thing differently.
    RulesetsDisagree "rulesets-disagree" Error;
    /// Two systems of a cluster with one initial.
    SameInitial "same-initial" Warning;
    /// A script of dice has too few or too many faces.
    ScriptDice "script-dice" Error;
    /// A line of a script that matches no answer, or several.
    ScriptMisfit "script-misfit" Error;
    /// A name in a script that no actor of the encounter has.
    ScriptName "script-name" Error;
    /// A line of a script cannot be read.
    ScriptSyntax "script-syntax" Error;
    /// A line of a script that answers a question which is never asked.
    ScriptUnasked "script-unasked" Error;
    /// A design that needs a setting that is off.
    SettingOff "setting-off" Error;
    /// A value that a setting cannot have.
    SettingValue "setting-value" Error;
    /// A side without actors.
    SideWithoutActors "side-without-actors" Error;
    /// A sink that has an effect.
    SinkWithEffect "sink-with-effect" Error;
    /// A skill of another kind of character.
    SkillNotAllowed "skill-not-allowed" Error;
    /// A skill of another list than the one in use.
    SkillOfOtherList "skill-of-other-list" Error;
    /// Skills that do not form the pyramid or column that their design asks for.
    SkillPyramid "skill-pyramid" Error;
    /// A skill without a rank, or with an impossible rank.
    SkillRank "skill-rank" Error;
    /// A skill whose subjects are not named.
    SkillSubjects "skill-subjects" Warning;
    /// A cluster in which no system can build a ship that slips.
    SlipstreamGuarantee "slipstream-guarantee" Warning;
    /// A rank is above what the design allows.
    StatAboveCap "stat-above-cap" Error;
    /// A rank is below what the design allows.
    StatBelowZero "stat-below-zero" Error;
    /// A statistic that other designs of the kind have and this one does not.
    StatNotAllowed "stat-not-allowed" Error;
    /// A character with no meaning.
    StrayCharacter "stray-character" Error;
    /// A stunt without the stunt it requires.
    StuntNeedsStunt "stunt-needs-stunt" Error;
    /// A stunt above the item's technology.
    StuntNeedsTech "stunt-needs-tech" Error;
    /// A stunt the design does not sell.
    StuntNotSold "stunt-not-sold" Error;
    /// An aspect that a stunt seems to exclude.
    SuspectAspect "suspect-aspect" Warning;
    /// The text cannot be read.
    Syntax "syntax" Error;
    /// A table that rolls on itself.
    TableCircle "table-circle" Error;
    /// A result of the dice that a table has no row for.
    TableGap "table-gap" Error;
    /// A result of the dice that two rows of a table answer.
    TableOverlap "table-overlap" Error;
    /// A technology above the campaign's cap.
    TechAboveCampaign "tech-above-campaign" Error;
    /// A technology at which the design does not work.
    TechOutOfRange "tech-out-of-range" Error;
    /// An expectation of a test is false.
    TestFailed "test-failed" Error;
    /// A question that cannot be answered in this form.
    TestUnanswered "test-unanswered" Error;
    /// The games played do not decide if an expectation of a test is true.
    TestUndecided "test-undecided" Warning;
    /// A statistic with fewer dice than required.
    TooFewDice "too-few-dice" Error;
    /// More than the engine can hold.
    TooLarge "too-large" Error;
    /// A social encounter with too little time for its tasks.
    TooLittleTime "too-little-time" Warning;
    /// More aspects than slots.
    TooManyAspects "too-many-aspects" Error;
    /// More stunts than allowed.
    TooManyStunts "too-many-stunts" Error;
    /// Training in a skill without a defined effect.
    TrainingWithoutMeaning "training-without-meaning" Note;
    /// A second leader in a platoon.
    TwoLeaders "two-leaders" Error;
    /// A quote, dash or blank as a word processor writes it.
    TypographicMark "typographic-mark" Error;
    /// A block without its `}`.
    UnclosedBlock "unclosed-block" Error;
    /// A `(` or `[` without its end.
    UnclosedBracket "unclosed-bracket" Error;
    /// A text without its end.
    UnclosedText "unclosed-text" Error;
    /// A skill that does not apply on the world, which its owner does not know.
    UncoveredSkill "uncovered-skill" Note;
    /// An aspect that a rule gives, in an item that does not meet its condition.
    UnearnedAspect "unearned-aspect" Error;
    /// Forces that do not fit the form of battle.
    UnequalForces "unequal-forces" Warning;
    /// Modes that do not cost the same.
    UnequalModes "unequal-modes" Error;
    /// A closing bracket without an opening one.
    UnexpectedBracket "unexpected-bracket" Error;
    /// A weapon of a technology that is unfamiliar to its owner.
    UnfamiliarGear "unfamiliar-gear" Note;
    /// A crew that cannot run the ship.
    UnfitCrew "unfit-crew" Error;
    /// An aspect that no thing has and no rule gives or places.
    UnknownAspect "unknown-aspect" Error;
    /// A word that a doctrine's topic does not know.
    UnknownChoice "unknown-choice" Error;
    /// A waiver of something that is not a code, or cannot be allowed.
    UnknownCode "unknown-code" Error;
    /// A design that is not declared.
    UnknownDesign "unknown-design" Error;
    /// An effect that cannot be parsed.
    UnknownEffect "unknown-effect" Error;
    /// A key that its block does not have.
    UnknownKey "unknown-key" Error;
    /// A kind of thing that no design builds.
    UnknownKind "unknown-kind" Error;
    /// A mark that is not declared.
    UnknownMark "unknown-mark" Error;
    /// A name that is not declared.
    UnknownName "unknown-name" Error;
    /// A package that is not a dependency.
    UnknownPackage "unknown-package" Error;
    /// A part that a thing does not have.
    UnknownPart "unknown-part" Error;
    /// A kind of play that does not exist.
    UnknownPlay "unknown-play" Error;
    /// A term that victory conditions do not have.
    UnknownPredicate "unknown-predicate" Error;
    /// A question of a test that cannot be answered.
    UnknownQuestion "unknown-question" Error;
    /// A setting that no ruleset declares.
    UnknownSetting "unknown-setting" Error;
    /// A side the encounter does not have.
    UnknownSide "unknown-side" Error;
    /// A key of a ship that is no station.
    UnknownStation "unknown-station" Error;
    /// A task the encounter does not have.
    UnknownTask "unknown-task" Error;
    /// A term that conditions of doctrines do not have.
    UnknownTerm "unknown-term" Error;
    /// A topic that the doctrine's kind of play never asks for.
    UnknownTopic "unknown-topic" Error;
    /// A track the design does not have.
    UnknownTrack "unknown-track" Error;
    /// A zone the map does not have.
    UnknownZone "unknown-zone" Error;
    /// An effect in an item that costs no build points.
    UnpricedEffect "unpriced-effect" Error;
    /// A goal that cannot be reached.
    UnreachableGoal "unreachable-goal" Error;
    /// A doctrine line after one that always decides.
    UnreachableLine "unreachable-line" Warning;
    /// A zone that a side must reach and cannot.
    UnreachableObjective "unreachable-objective" Warning;
    /// A step of a scenario that can never be played.
    UnreachableStep "unreachable-step" Warning;
    /// A zone that no path leads to.
    UnreachableZone "unreachable-zone" Warning;
    /// A thing whose owner lacks the skill it is used with.
    UnskilledGear "unskilled-gear" Note;
    /// Build points left over.
    UnspentPoints "unspent-points" Note;
    /// Gear that its owner can use only for one fate point per roll.
    UntrainedGear "untrained-gear" Note;
    /// A pilot who may not fly the ship.
    UntrainedPost "untrained-post" Warning;
    /// A package that nothing uses.
    UnusedDependency "unused-dependency" Warning;
    /// A name that is imported with `use` and not used.
    UnusedUse "unused-use" Warning;
    /// A waiver that waives nothing.
    UnusedWaiver "unused-waiver" Warning;
    /// Sides that do not start as their form of battle requires.
    UnusualSetUp "unusual-set-up" Warning;
    /// A skill that this kind usually lacks.
    UnusualSkill "unusual-skill" Warning;
    /// A patch that changes nothing.
    UselessPatch "useless-patch" Warning;
    /// A stunt that has nothing to apply to.
    UselessStunt "useless-stunt" Warning;
    /// A dependency whose version differs from the required one.
    VersionMismatch "version-mismatch" Error;
    /// A victory condition that is true before the first action.
    VictoryAtOnce "victory-at-once" Warning;
    /// Aircraft among a platoon's units, or other units attached as aircraft.
    WrongArm "wrong-arm" Error;
    /// A crew that was built for another ship.
    WrongCrew "wrong-crew" Error;
    /// A character of a code, such as a world's profile, that is invalid at its position.
    WrongDigit "wrong-digit" Error;
    /// A unit in a position that is not allowed.
    WrongPlace "wrong-place" Error;
    /// A value in the wrong form for its entry.
    WrongValue "wrong-value" Error;
    /// A zone drawn in pieces that do not touch.
    ZoneInPieces "zone-in-pieces" Warning;
    /// A zone whose letter is not in the picture.
    ZoneNotDrawn "zone-not-drawn" Error;
    /// Zones that cover the same ground.
    ZonesOverlap "zones-overlap" Warning;
}

impl Code {
    /// True if an author may waive it in an item, with a reason. Code that the compiler cannot understand cannot be waived.
    pub const fn waivable(self) -> bool {
        matches!(
            self,
            Code::Advice
                | Code::AspectPhases
                | Code::BannedItem
                | Code::DiceOverspent
                | Code::DominatedDesign
                | Code::EmptyTrack
                | Code::ExcludedStunt
                | Code::FixedTrack
                | Code::FreeOfCharge
                | Code::LowTrade
                | Code::MissingAspects
                | Code::OverBudget
                | Code::PassiveSkill
                | Code::RedundantStunt
                | Code::RepeatedStunt
                | Code::RequirementFailed
                | Code::SettingOff
                | Code::SkillOfOtherList
                | Code::SkillPyramid
                | Code::SkillSubjects
                | Code::StatAboveCap
                | Code::StatBelowZero
                | Code::StuntNeedsStunt
                | Code::StuntNeedsTech
                | Code::StuntNotSold
                | Code::SuspectAspect
                | Code::TechAboveCampaign
                | Code::TechOutOfRange
                | Code::TooFewDice
                | Code::TooManyAspects
                | Code::TooManyStunts
                | Code::TrainingWithoutMeaning
                | Code::UncoveredSkill
                | Code::UnearnedAspect
                | Code::UnequalModes
                | Code::UnfamiliarGear
                | Code::UnpricedEffect
                | Code::UnskilledGear
                | Code::UnspentPoints
                | Code::UntrainedGear
                | Code::UnusualSkill
                | Code::UselessStunt
        )
    }

    /// True if it is reported only if a package asks for it in `[lints]`.
    pub const fn off_by_default(self) -> bool {
        matches!(self, Code::DerivedAspect)
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.slug())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.slug())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Code, D::Error> {
        let slug = <&str>::deserialize(deserializer)?;
        Code::from_slug(slug).ok_or_else(|| D::Error::custom("no such code"))
    }
}
